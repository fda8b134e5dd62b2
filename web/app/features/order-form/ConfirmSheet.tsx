import { Button } from '~/components/Button.tsx'
import { Dialog } from '~/components/Dialog.tsx'
import type { Draft } from '~/entities/order/draft.ts'
import { m } from '~/paraglide/messages.js'
import { accountFacts, type Fact } from './confirmationRows.ts'
import type { OrderGame } from './game.ts'
import type { ReceiptSums } from './receipt.ts'

interface ConfirmSheetProps {
	game: OrderGame
	draft: Draft
	sums: ReceiptSums
	withEmail: boolean
	/** The picture that goes with the account. */
	avatar?: string
	total: string
	busy: boolean
	onGo: () => void
	onClose: () => void
}

/** The last look before anything is created. */
export default function ConfirmSheet(props: ConfirmSheetProps) {
	const { game, draft, sums, withEmail, avatar, total, busy, onGo, onClose } = props
	return (
		<Dialog
			open
			title={m['order_form.confirm_title']()}
			onClose={onClose}
			footer={
				<>
					<Button onClick={onClose}>{m['order_form.confirm_change']()}</Button>
					<Button look="lamp" className="flex-1" busy={busy} onClick={onGo}>
						{m['order_form.confirm_go']()}
					</Button>
				</>
			}
		>
			<p className="mb-3 text-sm text-muted">{m['order_form.confirm_text']()}</p>
			<dl className="divide-y divide-line">
				{orderFacts(game, draft, sums, withEmail).map(({ label, value }) => (
					<div key={label} className="grid grid-cols-[110px_1fr] gap-3 py-2.5">
						<dt className="text-sm text-muted">{label}</dt>
						<dd className="font-semibold whitespace-pre-line wrap-anywhere">{value}</dd>
					</div>
				))}
				{avatar && (
					<div className="grid grid-cols-[110px_1fr] gap-3 py-2.5">
						<dt className="text-sm text-muted">{m['order_form.avatar']()}</dt>
						<dd>
							<img src={avatar} alt="" width={64} height={64} className="size-16 rounded-card object-cover" />
						</dd>
					</div>
				)}
				<div className="grid grid-cols-[110px_1fr] items-baseline gap-3 pt-3">
					<dt className="text-sm text-muted">{m['order_form.receipt_total']()}</dt>
					<dd className="text-xl font-extrabold">{total}</dd>
				</div>
			</dl>
		</Dialog>
	)
}

/** Everything to be looked over before the order is made. */
function orderFacts(game: OrderGame, draft: Draft, sums: ReceiptSums, withEmail: boolean): Fact[] {
	const goods = sums.rows.map(({ title, quantity }) => `${title} ×\u00a0${quantity}`).join('\n')
	return [
		{ label: m['order_form.confirm_game'](), value: game.title },
		{ label: m['order_form.confirm_goods'](), value: goods },
		...accountFacts(game, draft),
		...(withEmail ? [{ label: m['order_form.email'](), value: draft.email?.trim() ?? '' }] : []),
	]
}
