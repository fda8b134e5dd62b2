import { useState } from 'react'
import { href, Link } from 'react-router'
import { CopyButton } from '~/components/CopyButton.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { regionName } from '~/entities/catalog/giftNames.ts'
import { lineStatusLabel, lineStatusText, lineTones } from '~/entities/order/orderLabels.ts'
import type { LineView, OrderView } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'
import { ArrivedDetails } from './ArrivedDetails.tsx'
import { Codes } from './Codes.tsx'

/** The goods one by one: their status, their codes, and the proof that they have arrived. */
export function Lines({ order }: { order: OrderView }) {
	const [areOpen, setOpen] = useState(false)
	const codes = order.isOwner ? order.lines.flatMap((line) => line.codes) : []
	return (
		<section aria-label={m['order_page.goods']()} className="grid gap-3.5">
			{order.lines.map((line, at) => (
				<LineCard
					key={line.id}
					order={order}
					line={line}
					number={at + 1}
					areOpen={areOpen}
					isOnly={codes.length === 1}
				/>
			))}
			{codes.length > 1 && (
				<CopyButton look="lamp" text={codes.join('\n')} onCopy={() => setOpen(true)} className="md:justify-self-start">
					{areOpen ? m['order_page.copy_shown']() : m['order_page.copy_all']()}
				</CopyButton>
			)}
		</section>
	)
}

interface LineCardProps {
	order: OrderView
	line: LineView
	number: number
	areOpen: boolean
	isOnly: boolean
}

function LineCard({ order, line, number, areOpen, isOnly }: LineCardProps) {
	const { title, quantity, status, codes, expects } = line
	const isComing = status === 'processing' || status === 'sending'
	const missing = isComing ? Math.max(0, Math.min(expects - codes.length, 3)) : 0
	const story = lineStatusText(order, line)
	return (
		<article className="card grid gap-3.5 p-5">
			<header className="flex items-start gap-3">
				<span
					aria-hidden="true"
					className="grid size-7 shrink-0 place-items-center rounded-tag bg-shelf text-sm font-bold text-lamp-text"
				>
					{number}
				</span>
				<div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
					<h2 className="text-lg">{quantity > 1 ? `${title} ×\u00a0${quantity}` : title}</h2>
					<span className={`text-sm font-semibold ${lineTones[status]}`}>{lineStatusLabel(order, line)}</span>
				</div>
			</header>
			{story && <p className="text-sm text-muted">{story}</p>}
			{codes.length > 0 && order.isOwner && <Codes order={order} line={line} areOpen={areOpen} isOnly={isOnly} />}
			{codes.length > 0 && !order.isOwner && <p className="text-sm text-muted">{m['order_page.link.codes']()}</p>}
			{Array.from({ length: missing }, (_, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: places that are all alike
				<Skeleton key={at} className="h-12" />
			))}
			{codes.length > 0 && order.isOwner && <Redeem order={order} />}
			{status === 'completed' && <ArrivedDetails order={order} line={line} />}
		</article>
	)
}

function Redeem({ order: { kind, region } }: { order: OrderView }) {
	if (!region && kind !== 'PUBGOrder') return null
	return (
		<p className="text-sm text-muted">
			{region ? m['order_page.redeem_gift']({ region: regionName(region) }) : m['order_page.redeem']()}{' '}
			<Link
				to={href('/ru/info/:slug', { slug: region ? 'gift-regions' : 'how-to-redeem-pubg-code' })}
				className="text-fore underline underline-offset-3"
			>
				{region ? m['order_page.redeem_gift_how']() : m['order_page.redeem_how']()}
			</Link>
		</p>
	)
}
