import { useFetcher } from 'react-router'
import { promoPercent } from '~/entities/cart/promo.ts'
import { useUser } from '~/entities/session/user.ts'
import { intentField, promoIntent } from './formNames.ts'
import type { PromoPreview } from './previewPromo.ts'
import type { OrderFormResult } from './submitOrder.ts'

export interface PromoState {
	/** What was found out about the code in the field; nothing once it is changed. */
	preview: PromoPreview | undefined
	busy: boolean
	/** What is taken off: by the code in the field, or by the one on the account. */
	percent: number
	/** The code that takes it off. */
	code: string
	apply: () => void
}

export function usePromo(gameId: number, typed: string | undefined, sent: PromoPreview | undefined): PromoState {
	const fetcher = useFetcher<OrderFormResult>()
	const account = useUser()?.activePromoCode
	const code = typed?.trim() ?? ''
	const found = fetcher.data?.promo ?? sent
	const preview = found?.code === code ? found : undefined
	const entered = preview?.percent ?? 0
	return {
		preview,
		busy: fetcher.state !== 'idle',
		percent: entered || promoPercent(account, { gameId }),
		code: entered ? code : (account?.code ?? ''),
		apply: () => {
			fetcher.submit({ [intentField]: promoIntent, promo: code }, { method: 'post' })
		},
	}
}
