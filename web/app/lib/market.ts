import { type Currency, rubles } from '@larek/shared/money.ts'
import { createContext, useContext } from 'react'
import type { FeeTerms } from './charge.ts'

/** What a page is rendered for: all visitors of one country. */
export interface Market {
	countryId: number | null
	countryName: string
	currency: Currency
	/** How one can pay in that country, in short; none when it is not known. */
	methods: Array<{ name: string; icon: string | null }>
	/** Who sells, as the law wants it on every page; null when it is not known. */
	seller: string | null
	/** What its ways to pay take. */
	fees: FeeTerms[]
	/** When the server rendered the page, in milliseconds. */
	renderedAt: number
	/** The shop's own address, for canonical links. */
	origin: string
}

export const homeMarket: Market = {
	countryId: null,
	countryName: 'Россия',
	currency: rubles,
	methods: [],
	seller: null,
	fees: [],
	renderedAt: 0,
	origin: '',
}

export const MarketContext = createContext<Market>(homeMarket)

export function useMarket(): Market {
	return useContext(MarketContext)
}
