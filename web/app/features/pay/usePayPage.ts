// Everything the pay page decides: which method is chosen, what it costs, what is going on.

import { useHydrated, useSecond } from '@larek/shared/now.ts'
import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { PaymentData } from './loadPayment.ts'
import { charge, firstMethod, freeMethod, methodBlocker, methodsOf, outsideOnly } from './methods.ts'
import { openQuote } from './paymentSession.ts'
import { useFresh } from './payPageEffects.ts'
import type { PayActionResult } from './payRequest.ts'
import { usePaymentSession } from './usePaymentSession.ts'

export function usePayPage(loaded: PaymentData, acted: PayActionResult | undefined) {
	const { order, balance } = loaded
	const { toPay, isOwner } = order
	const fetcher = useFetcher<PayActionResult>()
	const result = fetcher.data ?? acted
	const now = useSecond(loaded.at)
	const hydrated = useHydrated()
	const [picked, setPicked] = useState(acted?.refused?.method)
	const isFresh = useFresh(fetcher.data) && fetcher.data?.started !== undefined
	const started = usePaymentSession(order, { result, isFresh, isRefreshing: isFresh && fetcher.state !== 'idle' })

	// A balance is spent by the owner alone, and a guest has none.
	const groups = isOwner && balance !== null ? loaded.groups : loaded.groups && outsideOnly(loaded.groups)
	const quote = openQuote(order, now)
	/** A payment started in another tab or browser: this one does not have its instructions. */
	const elsewhere = !started && quote && quote.paymentId !== result?.left?.payment ? quote : null
	const isFree = toPay === 0
	const name = isFree
		? freeMethod.name
		: (picked ?? started?.method ?? elsewhere?.method ?? result?.left?.method ?? firstMethod(groups ?? [], toPay)?.name)
	const method = isFree ? freeMethod : methodsOf(groups ?? []).find((one) => one.name === name)
	return {
		fetcher,
		result,
		groups,
		started,
		elsewhere,
		isFresh,
		isFree,
		method,
		charge: method && charge(toPay, method),
		/** The method in sight is the one being paid by. */
		isGoing: name !== undefined && (started ?? elsewhere)?.method === name,
		blocker: method ? methodBlocker(toPay, method, balance) : null,
		isBusy: fetcher.state === 'submitting' && fetcher.formData?.get('intent') !== 'stop',
		/** What the last attempt by this method was answered. */
		refused: result?.refused && (result.refused.method || name) === name ? result.refused : undefined,
		needsAvatar: order.kind === 'StandoffOrder' && isOwner && !order.avatar,
		hydrated,
		choose: setPicked,
	}
}

export type PayPageState = ReturnType<typeof usePayPage>
