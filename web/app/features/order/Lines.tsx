import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CopyButton } from '~/components/CopyButton.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { regionName } from '~/entities/catalog/giftNames.ts'
import { arrivedAt, lineStory, lineTones, lineWord, whereTo } from '~/entities/order/orderLabels.ts'
import type { LineView, OrderView } from '~/entities/order/orderView.ts'
import { useZone } from '~/lib/now.ts'
import { dayAndTime, exactTime } from '~/lib/time.ts'
import { m } from '~/paraglide/messages.js'
import { Codes } from './Codes.tsx'

/** The goods one by one: how each stands, its codes, and the proof that it has arrived. */
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
					{m['order_page.copy_all']()}
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
	const story = lineStory(order, line)
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
					<span className={`text-sm font-semibold ${lineTones[status]}`}>{lineWord(order, line)}</span>
				</div>
			</header>
			{story && <p className="text-sm text-muted">{story}</p>}
			{codes.length > 0 && order.isOwner && <Codes codes={codes} areOpen={areOpen} isOnly={isOnly} />}
			{codes.length > 0 && !order.isOwner && <p className="text-sm text-muted">{m['order_page.link.codes']()}</p>}
			{Array.from({ length: missing }, (_, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: places that are all alike
				<Skeleton key={at} className="h-12" />
			))}
			{codes.length > 0 && order.isOwner && <Redeem order={order} />}
			{status === 'completed' && <Arrived order={order} line={line} />}
		</article>
	)
}

const linkClass = 'text-fore underline underline-offset-3'

function Redeem({ order: { kind, region } }: { order: OrderView }) {
	return (
		<p className="text-sm text-muted">
			{kind === 'PUBGOrder' && (
				<>
					{m['order_page.redeem']()}{' '}
					<Link to="/ru/info/how-to-redeem-pubg-code" className={linkClass}>
						{m['order_page.redeem_how']()}
					</Link>
				</>
			)}
			{region && (
				<>
					{m['order_page.redeem_gift']({ region: regionName(region) })}{' '}
					<Link to="/ru/info/gift-regions" className={linkClass}>
						{m['order_page.redeem_gift_how']()}
					</Link>
				</>
			)}
		</p>
	)
}

/** Where it went and when: what a buyer shows to the game's support, and what we go by ourselves. */
function Arrived({ order, line }: { order: OrderView; line: LineView }) {
	const zone = useZone()
	const at = arrivedAt(order, line)
	const where = line.expects > 0 ? m['order_page.here']() : whereTo(order)
	return (
		<dl className="grid gap-x-6 gap-y-2 border-t border-line pt-3.5 text-sm sm:grid-cols-2">
			<Fact name={m['order_page.where']()}>{where}</Fact>
			{at && (
				<Fact name={m['order_page.when']()}>
					<time dateTime={at} title={exactTime(new Date(at), zone)}>
						{dayAndTime(new Date(at), zone)}
					</time>
				</Fact>
			)}
		</dl>
	)
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="min-w-0">
			<dt className="text-muted">{name}</dt>
			<dd className="font-semibold break-words">{children}</dd>
		</div>
	)
}
