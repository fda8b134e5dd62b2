import { Faq, questions } from '~/features/home/Faq.tsx'
import { GameWindow } from '~/features/home/GamesSection.tsx'
import { GiftRail } from '~/features/home/GiftCarousel.tsx'
import { Hero } from '~/features/home/Hero.tsx'
import { HowItWorks } from '~/features/home/HowItWorks.tsx'
import { Feed } from '~/features/home/LiveFeed.tsx'
import { loadHome } from '~/features/home/load.server.ts'
import { Words } from '~/features/home/ReviewsSection.tsx'
import { Facts } from '~/features/home/TrustBar.tsx'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { seo } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/home'

export const headers = pageHeaders

export async function loader({ request }: Route.LoaderArgs) {
	return shared(await loadHome(request))
}

export const meta: Route.MetaFunction = ({ matches }) => {
	const origin = matches[0].loaderData?.origin ?? ''
	return seo({
		title: m['home.title'](),
		description: m['home.description'](),
		path: '/ru',
		origin,
		things: [
			{ '@type': 'WebSite', name: m['shop.name'](), url: `${origin}/ru`, inLanguage: 'ru' },
			{
				'@type': 'FAQPage',
				mainEntity: questions.map(({ text, answer }) => ({
					'@type': 'Question',
					name: text(),
					acceptedAnswer: { '@type': 'Answer', text: answer() },
				})),
			},
		],
	})
}

export default function Home({ loaderData: home }: Route.ComponentProps) {
	return (
		<>
			<Hero banners={home.banners} />
			<Facts rating={home.rating} />
			<GameWindow games={home.games} />
			<GiftRail title={m['home.discounted']()} gifts={home.discounted} more="/ru/gifts?is_discounted=true" />
			<GiftRail title={m['home.fresh']()} gifts={home.fresh} more="/ru/gifts?ordering=-created" />
			<div className="mb-14 grid items-start gap-4.5 md:grid-cols-[1.2fr_0.8fr]">
				<Feed deliveries={home.feed} />
				<HowItWorks />
			</div>
			<Words rating={home.rating} words={home.words} />
			<Faq />
		</>
	)
}
