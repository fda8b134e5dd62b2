import type { ArticleLink } from '@larek/api/store/types.gen.ts'
import { m } from '~/paraglide/messages.js'

export interface InfoLink {
	/** Last part of the address. */
	slug: string
	title: () => string
	text: () => string
}

interface InfoGroup {
	title: () => string
	links: InfoLink[]
}

const link = (slug: string, title: () => string, text: () => string): InfoLink => ({ slug, title, text })

/** The page the server knows as `text-block` has an address of its own. */
export const textBlock = { path: 'TextBlock', slug: 'text-block' }

/** The articles the shop opened with, in an order of ours. What staff have published since comes after them. */
export const groups: InfoGroup[] = [
	{
		title: m['info_page.help'],
		links: [
			link(textBlock.path, m['info_links.text_block'], m['info_links.text_block_text']),
			link('delivery-times', m['info_links.delivery_times'], m['info_links.delivery_times_text']),
			link('payment-methods', m['info_links.payment_methods'], m['info_links.payment_methods_text']),
			link('refund-policy', m['info_links.refund_policy'], m['info_links.refund_policy_text']),
			link('gift-regions', m['info_links.gift_regions'], m['info_links.gift_regions_text']),
		],
	},
	{
		title: m['info_page.games'],
		links: [
			link('how-to-find-id', m['info_links.how_to_find_id'], m['info_links.how_to_find_id_text']),
			link(
				'how-to-redeem-pubg-code',
				m['info_links.how_to_redeem_pubg_code'],
				m['info_links.how_to_redeem_pubg_code_text'],
			),
			link('how-steam-topup-works', m['info_links.how_steam_topup_works'], m['info_links.how_steam_topup_works_text']),
			link(
				'how-standoff-lot-works',
				m['info_links.how_standoff_lot_works'],
				m['info_links.how_standoff_lot_works_text'],
			),
		],
	},
	{
		title: m['info_page.documents'],
		links: [
			link('offer', m['info_links.offer'], m['info_links.offer_text']),
			link('user-agreement', m['info_links.user_agreement'], m['info_links.user_agreement_text']),
			link('privacy-policy', m['info_links.privacy_policy'], m['info_links.privacy_policy_text']),
			link('personal-data-consent', m['info_links.personal_data_consent'], m['info_links.personal_data_consent_text']),
			link('cookies', m['info_links.cookies'], m['info_links.cookies_text']),
		],
	},
	{
		title: m['info_page.shop'],
		links: [
			link('about', m['info_links.about'], m['info_links.about_text']),
			link('contacts', m['info_links.contacts'], m['info_links.contacts_text']),
		],
	},
]

/** No article: the page has an address of its own. */
const contacts = 'contacts'
const slugOf = (path: string) => (path === textBlock.path ? textBlock.slug : path)

/**
 * The index: groups of known articles, then the others in the order given. What has been hidden is left out. Null: the
 * list could not be loaded, and the known ones are likely there.
 */
export function indexOf(published: ArticleLink[] | null): InfoGroup[] {
	if (!published) return groups
	const left = new Map(published.map(({ slug, header }) => [slug, header]))
	const known = groups.map(({ title, links }) => ({
		title,
		links: links.filter(({ slug }) => left.delete(slugOf(slug)) || slug === contacts),
	}))
	const others = [...left].map(([slug, header]) =>
		link(
			slug,
			() => header,
			() => '',
		),
	)
	return [...known, { title: m['info_page.more'], links: others }].filter(({ links }) => links.length > 0)
}

/** The other links of the group an article belongs to. */
export function neighbours(slug: string): InfoLink[] {
	const group = groups.find(({ links }) => links.some((one) => one.slug === slug))
	return (group ?? groups[0])?.links.filter((one) => one.slug !== slug) ?? []
}
