import type { Currency } from '@larek/shared/money.ts'
import { useRef } from 'react'
import { useFetcher } from 'react-router'
import { isEmailRequired } from '~/entities/cart/cart.ts'
import type { Draft, DraftField } from '~/entities/order/draft.ts'
import { useSignedIn } from '~/entities/session/signedInState.ts'
import { promised } from '~/lib/charge.ts'
import { useMarket } from '~/lib/market.ts'
import { m } from '~/paraglide/messages.js'
import { formFields } from './fields.ts'
import type { OrderGame, Settings } from './game.ts'
import { orderSummary, steamSummary } from './orderSummary.ts'
import { parseSum, steamLimits } from './steam.ts'
import type { OrderFormResult } from './submitOrder.ts'
import { useConfirmSheet } from './useConfirmSheet.ts'
import { useDraft } from './useDraft.ts'
import { useFormErrors } from './useFormErrors.ts'
import { useLastOrder } from './useLastOrder.ts'
import { usePlayer } from './usePlayer.ts'
import { usePromo } from './usePromo.ts'
import { useQuantities } from './useQuantities.ts'
import { type FormField, findProblems } from './validation.ts'

export interface OrderFormProps {
	game: OrderGame
	settings: Settings
	/** What the action returned for a form sent without scripts. */
	sent?: OrderFormResult
}

export type OrderFormState = ReturnType<typeof useOrderForm>

/** The state of the order form; its parts only show it. */
export function useOrderForm({ game, settings, sent: posted }: OrderFormProps) {
	const form = useRef<HTMLFormElement>(null)
	const fetcher = useFetcher<OrderFormResult>()
	const sent = fetcher.data ?? posted
	const market = useMarket()
	const isSignedIn = useSignedIn()
	const { amounts, setQuantity } = useQuantities(game, posted?.amounts)
	const { draft, set, fill } = useDraft(game.id, posted?.draft ?? {}, form)
	const last = useLastOrder(game, isSignedIn, (fields) => fill(onlyMissing(fields, draft)))
	const promo = usePromo(game.id, draft.promo, posted?.promo)

	const isSteam = game.resourcetype === 'Steam'
	const limits = steamLimits(game, settings.steam)
	const player = usePlayer(game, draft)
	const isUnknown = player.state === 'not_found'
	const problems = findProblems({ game, draft, amounts, isSignedIn, limits, isUnknown })
	const errors = useFormErrors({ problems, refused: sent?.errors, limits, wasSent: posted?.errors !== undefined })
	const sum = isSteam ? parseSum(draft.steamAmount ?? '') : null
	const totalsIn = (currency: Currency) =>
		isSteam
			? steamSummary(sum, m['order_form.steam_row'](), currency, promo.percent)
			: orderSummary(game, amounts, currency, promo.percent)
	const charge = promised(totalsIn(market.currency).rubles, market)
	const currency = charge?.currency ?? market.currency
	const totals = totalsIn(currency)

	const refusedField = posted && firstError(posted, problems[0]?.place)
	const fields = formFields({ draft, set, fill }, errors, refusedField)
	const sheet = useConfirmSheet({ form, fetcher, draft, problems, errors, applyPromo: promo.apply })
	return {
		...{ game, settings, form, fetcher, sent, draft, fill, amounts, setQuantity, last, player, promo },
		...{ limits, problems, errors, fields, isSignedIn, isSteam, sum, totals, sheet },
		withEmail: isEmailRequired(game, isSignedIn),
		/** What the preselected way to pay will take, with its fee. */
		charge,
		/** Of all sums of the form. */
		currency,
	}
}

/** The field to correct in a form that the server returned. */
function firstError(sent: OrderFormResult, missing: FormField | undefined): FormField | undefined {
	if (!sent.errors) return undefined
	return missing ?? (Object.keys(sent.errors) as FormField[])[0]
}

/** What the buyer has not typed yet. */
function onlyMissing(found: Draft, draft: Draft): Draft {
	return Object.fromEntries(Object.entries(found).filter(([name, value]) => value && !draft[name as DraftField]))
}
