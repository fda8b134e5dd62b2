import type { MetaDescriptor } from 'react-router'
import { shopName } from './shop.ts'

interface Seo {
	title: string
	description: string
	/** Path of the page, e.g. `/ru/games`. */
	path: string
	/** The shop's own address, from the root loader. */
	origin: string
	image?: string
	/** Structured data, one object per schema.org thing. */
	things?: object[]
	noindex?: boolean
}

/** The head of a public page: title, description, canonical address, Open Graph and JSON-LD. */
export function seo({ title, description, path, origin, image, things = [], noindex }: Seo): MetaDescriptor[] {
	const url = origin + path
	return [
		{ title: `${title} · ${shopName()}` },
		{ name: 'description', content: description },
		...(noindex ? [{ name: 'robots', content: 'noindex' }] : [{ tagName: 'link', rel: 'canonical', href: url }]),
		{ property: 'og:type', content: 'website' },
		{ property: 'og:site_name', content: shopName() },
		{ property: 'og:locale', content: 'ru_RU' },
		{ property: 'og:title', content: title },
		{ property: 'og:description', content: description },
		{ property: 'og:url', content: url },
		...picture(origin, image),
		...things.map((thing) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } })),
	]
}

/** The large variant of a cover, or the picture of the shop. */
function picture(origin: string, image?: string): MetaDescriptor[] {
	const large = { name: 'twitter:card', content: 'summary_large_image' }
	if (image) return [{ property: 'og:image', content: origin + image.replace(/\/640\.png$/, '/1280.png') }, large]
	return [
		{ property: 'og:image', content: `${origin}/og.png` },
		{ property: 'og:image:width', content: '1200' },
		{ property: 'og:image:height', content: '630' },
		large,
	]
}

/** For private pages and pages that do not exist. */
export function noIndex(title: string): MetaDescriptor[] {
	return [
		{ title: `${title} · ${shopName()}` },
		{ name: 'robots', content: 'noindex' },
		{ property: 'og:site_name', content: shopName() },
		{ property: 'og:title', content: title },
	]
}
