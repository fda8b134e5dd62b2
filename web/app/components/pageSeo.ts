import type { MetaDescriptor } from 'react-router'
import type { Market } from '~/lib/market.ts'
import { seo } from '~/lib/seo.ts'
import { type Crumb, crumbList } from './Crumbs.tsx'

interface PageSeo extends Omit<Parameters<typeof seo>[0], 'origin' | 'things'> {
	/** The way from the home page to this one. */
	trail?: Crumb[]
	/** Structured data besides the trail, one object per schema.org thing. */
	things?: (market: Market) => object[]
}

/** What the page is rendered for. The loader of the root returns it whatever fails. */
export function marketOf([root]: readonly unknown[]): Market {
	return (root as { loaderData: Market }).loaderData
}

/** Returns the head of a public page. */
export function pageSeo(matches: readonly unknown[], { trail, things, ...page }: PageSeo): MetaDescriptor[] {
	const market = marketOf(matches)
	const { origin } = market
	const crumbs = trail ? [crumbList(trail, origin)] : []
	return seo({ ...page, origin, things: [...(things?.(market) ?? []), ...crumbs] })
}
