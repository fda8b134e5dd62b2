import { formatMoney, formatNumber, type Minor } from '@larek/shared/money.ts'
import { Button } from '~/components/Button.tsx'
import { Dialog } from '~/components/Dialog.tsx'
import type { Amounts } from '~/entities/cart/cart.ts'
import type { Draft } from '~/entities/order/draft.ts'
import { feeText, type Terms } from '~/lib/charge.ts'
import { m } from '~/paraglide/messages.js'
import { accountRows, type ConfirmationRow } from './confirmationRows.ts'
import type { OrderGame, StandoffTerms } from './game.ts'
import type { OrderTotals } from './orderSummary.ts'
import { lotPrice, totalGold } from './standoff.ts'

interface ConfirmSheetProps {
	game: OrderGame
	draft: Draft
	/** The name on the account, if it was found. */
	player: string | null
	amounts: Amounts
	totals: OrderTotals
	/** Of gold, which comes by a lot on the market. */
	standoff: StandoffTerms | null
	withEmail: boolean
	/** Kopecks that reach a Steam wallet. */
	wallet?: Minor
	promoCode: string
	/** The picture that goes with the account. */
	avatar?: string
	total: string
	/** By the preselected way to pay. */
	charge: { fee: Minor; terms: Terms } | null
	/** Why the last attempt did not work. */
	failure?: string
	busy: boolean
	onGo: () => void
	onClose: () => void
}

/** The last look before anything is created. */
export default function ConfirmSheet(props: ConfirmSheetProps) {
	const { avatar, total, charge, failure, busy, onGo, onClose } = props
	return (
		<Dialog
			open
			title={m['order_form.confirm_title']()}
			onClose={onClose}
			footer={
				<>
					<Button onClick={onClose} className="px-3!">
						{m['order_form.confirm_change']()}
					</Button>
					<Button look="lamp" className="flex-1 px-2! min-[360px]:whitespace-nowrap" busy={busy} onClick={onGo}>
						{m['order_form.confirm_go']()}
					</Button>
				</>
			}
		>
			{failure ? (
				<p role="alert" className="mb-3 rounded-control border border-coral/60 p-3 text-sm">
					{failure}
				</p>
			) : (
				<p className="mb-3 text-sm text-muted">{m['order_form.confirm_text']()}</p>
			)}
			<LotNote {...props} />
			<dl className="divide-y divide-line">
				{confirmationRows(props).map(({ label, value }) => (
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
					<dd>
						<span className="text-xl font-extrabold">{total}</span>
						{charge && charge.fee > 0 && (
							<span className="block text-sm text-muted">
								{m['order_form.fee_within']({ fee: feeText(charge.terms) })}
							</span>
						)}
					</dd>
				</div>
			</dl>
		</Dialog>
	)
}

/** What the buyer needs for the lot, and why it costs more gold than was bought. */
function LotNote({ game, amounts, standoff }: ConfirmSheetProps) {
	if (!standoff) return null
	const gold = totalGold(game.products, amounts)
	return (
		<p className="mb-3 rounded-control border border-lamp-line/60 p-3 text-sm">
			{m['order_form.confirm_lot']({
				skin: standoff.skinName,
				percent: formatNumber(Number(standoff.marketFee) * 100),
				price: formatNumber(lotPrice(gold, standoff)),
				gold: formatNumber(gold),
			})}
		</p>
	)
}

/** Everything to be looked over before the order is made. */
function confirmationRows(props: ConfirmSheetProps): ConfirmationRow[] {
	const { game, draft, player, totals, withEmail, wallet, promoCode } = props
	const isSteam = game.resourcetype === 'Steam'
	const goods = totals.rows
		.map(({ title, quantity }) => (isSteam ? title : `${title}\u00a0×\u00a0${quantity}`))
		.join('\n')
	return [
		...(player ? [{ label: m['order_form.confirm_player'](), value: player }] : []),
		{ label: m['order_form.confirm_game'](), value: game.title },
		{ label: m['order_form.confirm_goods'](), value: goods },
		...accountRows(game, draft),
		...(withEmail ? [{ label: m['order_form.email'](), value: draft.email?.trim() ?? '' }] : []),
		...(wallet === undefined
			? []
			: [{ label: m['order_form.wallet_row'](), value: formatMoney(wallet, 'RUB', { exact: true }) }]),
		...(totals.promo > 0 ? [{ label: m['order_form.step_promo'](), value: promoCode }] : []),
	]
}
