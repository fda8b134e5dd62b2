import { type Crumb, crumbList } from '~/components/Crumbs.tsx'
import { gamePath } from '~/lib/paths.ts'
import type { OrderGame } from './game.ts'

interface Described {
	game: OrderGame
	questions: Array<{ text: string; answer: string }>
	crumbs: Crumb[]
	origin: string
}

/** The page for search engines: what is sold and for how much, the way here, the questions. */
export function gameJsonLd({ game, questions, crumbs, origin }: Described): object[] {
	const url = origin + gamePath(game.id)
	const things: object[] = [crumbList(crumbs, origin)]
	if (game.products.length > 0) {
		things.push({
			'@type': 'Product',
			name: game.detailTitle || game.title,
			description: game.detailDescription,
			brand: { '@type': 'Brand', name: game.title },
			...(game.logo && { image: origin + game.logo }),
			url,
			offers: game.products.map((pack) => ({
				'@type': 'Offer',
				name: pack.title,
				price: pack.discountPrice ?? pack.price,
				priceCurrency: 'RUB',
				availability: `https://schema.org/${game.isActive && pack.isActive ? 'InStock' : 'OutOfStock'}`,
				url: `${url}#pack-${pack.id}`,
			})),
		})
	}
	if (questions.length > 0) {
		things.push({
			'@type': 'FAQPage',
			mainEntity: questions.map(({ text, answer }) => ({
				'@type': 'Question',
				name: text,
				acceptedAnswer: { '@type': 'Answer', text: answer },
			})),
		})
	}
	return things
}
