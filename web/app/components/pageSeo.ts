import type { MetaDescriptor } from 'react-router'
import { seo } from '~/lib/seo.ts'
import { type Crumb, crumbList } from './Crumbs.tsx'

interface PageSeo extends Omit<Parameters<typeof seo>[0], 'origin' | 'things'> {
	/** The way from the home page to this one. */
	trail?: Crumb[]
	/** Structured data besides the trail, one object per schema.org thing. */
	things?: (origin: string) => object[]
}

/** Returns the head of a public page. The shop's own address is taken from the loader of the root. */
export function pageSeo(matches: readonly unknown[], { trail, things, ...page }: PageSeo): MetaDescriptor[] {
	const root = matches[0] as { loaderData?: { origin: string } }
	const origin = root.loaderData?.origin ?? ''
	const crumbs = trail ? [crumbList(trail, origin)] : []
	return seo({ ...page, origin, things: [...(things?.(origin) ?? []), ...crumbs] })
}
