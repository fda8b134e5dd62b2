import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { CopyButton } from '~/components/CopyButton.tsx'
import { Deadline } from '~/components/Deadline.tsx'
import { Picture } from '~/components/Picture.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'
import { Gold, Market, PriceField, Skin } from './LotIllustrations.tsx'

interface LotProps {
	order: OrderView
	lot: NonNullable<OrderView['lot']>
	/** When the page was rendered. */
	from: number
}

/** What the buyer does on the market of the game, step by step, and at exactly what price. */
export default function StandoffLotGuide({ order, lot, from }: LotProps) {
	const price = lot.price.replace('.', ',')
	return (
		<section aria-label={m['order_page.lot']()} className="card p-5">
			<div className="flex flex-wrap items-baseline justify-between gap-x-4">
				<h2 className="text-lg">{m['order_page.lot']()}</h2>
				{lot.deadline && (
					<p className="text-sm text-muted">
						{m['order_page.lot_until']()}{' '}
						<Deadline until={lot.deadline} from={from} since={askedAt(order)} className="font-bold text-fore" />
					</p>
				)}
			</div>
			<ol className="mt-4 grid gap-5">
				<LotStep drawing={<Market />} number={1} title={m['order_page.lot1']()}>
					{m['order_page.lot1_text']()}
				</LotStep>
				<LotStep
					number={2}
					title={m['order_page.lot2']({ skin: lot.skinName })}
					drawing={
						lot.skinPicture ? (
							<span className="lot-scene block overflow-hidden">
								<Picture src={lot.skinPicture} alt="" sizes="104px" width={104} height={78} />
							</span>
						) : (
							<Skin />
						)
					}
				>
					{m['order_page.lot2_text']()}
				</LotStep>
				<LotStep drawing={<PriceField price={price} />} number={3} title={m['order_page.lot3']()}>
					{m['order_page.lot3_text']()}
					<span className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2.5">
						<b className="text-2xl font-extrabold text-fore">{m['order_page.lot_price']({ price })}</b>
						<CopyButton text={price} look="lamp" size="small" label={m['order_page.lot_copy']()}>
							{m['order_page.lot_copy']()}
						</CopyButton>
					</span>
				</LotStep>
				<LotStep
					number={4}
					title={m['order_page.lot4']()}
					drawing={
						order.avatar ? (
							<img src={order.avatar} alt="" width={104} height={78} className="lot-scene object-cover" />
						) : (
							<Gold />
						)
					}
				>
					{m['order_page.lot4_text']()}
				</LotStep>
			</ol>
			<p className="mt-5 border-t border-line pt-3.5 text-sm text-muted">
				<Link
					to={href('/ru/info/:slug', { slug: 'how-standoff-lot-works' })}
					className="text-fore underline underline-offset-3"
				>
					{m['order_page.lot_how']()}
				</Link>
			</p>
		</section>
	)
}

/** When the shop began to look for the lot, by its own clock. */
function askedAt({ timeline }: OrderView): string | undefined {
	return timeline.findLast(({ event }) => event === 'delivery.sending')?.at
}

interface StepProps {
	drawing: ReactNode
	number: number
	title: string
	children: ReactNode
}

function LotStep({ drawing, number, title, children }: StepProps) {
	return (
		<li className="grid grid-cols-[72px_1fr] items-start gap-4 sm:grid-cols-[104px_1fr]">
			{drawing}
			<span className="grid gap-0.5">
				<span className="font-semibold">
					<span aria-hidden="true" className="mr-2 text-lamp-text">
						{number}
					</span>
					{title}
				</span>
				<span className="text-sm text-muted">{children}</span>
			</span>
		</li>
	)
}
