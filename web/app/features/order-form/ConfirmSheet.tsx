import { type Currency, formatMoney, formatNumber, type Minor } from '@larek/shared/money.ts'
import type { Amounts } from '~/entities/cart/cart.ts'
import { ConfirmDialog } from '~/entities/order/ConfirmDialog.tsx'
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
	charge: { fee: Minor; terms: Terms; currency: Currency } | null
	/** Why the last attempt did not work. */
	failure?: string
	busy: boolean
	onGo: () => void
	onClose: () => void
}

/** The last look at an order of a game. */
export default function ConfirmSheet(props: ConfirmSheetProps) {
	const { avatar, total, charge, failure, busy, onGo, onClose } = props
	const picture = <img src={avatar} alt="" width={64} height={64} className="size-16 rounded-card object-cover" />
	return (
		<ConfirmDialog
			rows={[...confirmationRows(props), ...(avatar ? [{ label: m['order_form.avatar'](), value: picture }] : [])]}
			fee={charge && charge.fee > 0 ? feeText(charge.terms, charge.currency) : undefined}
			note={lotNote(props)}
			{...{ total, failure, busy, onGo, onClose }}
		/>
	)
}

/** What the buyer needs for the lot, and why it costs more gold than was bought. */
function lotNote({ game, amounts, standoff }: ConfirmSheetProps): string | undefined {
	if (!standoff) return undefined
	const gold = totalGold(game.products, amounts)
	return m['order_form.confirm_lot']({
		skin: standoff.skinName,
		percent: formatNumber(Number(standoff.marketFee) * 100),
		price: formatNumber(lotPrice(gold, standoff)),
		gold: formatNumber(gold),
	})
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
