import { memo } from 'react'
import { href } from 'react-router'
import { pageSeo } from '~/components/pageSeo.ts'
import { WelcomeOffer } from '~/entities/session/WelcomeOffer.tsx'
import { Faq, questions } from '~/features/home/Faq.tsx'
import { GamesSection } from '~/features/home/GamesSection.tsx'
import { GiftCarousel } from '~/features/home/GiftCarousel.tsx'
import { Hero } from '~/features/home/Hero.tsx'
import { HowItWorks } from '~/features/home/HowItWorks.tsx'
import { LiveFeed } from '~/features/home/LiveFeed.tsx'
import { loadHome } from '~/features/home/load.server.ts'
import { ReviewsSection } from '~/features/home/ReviewsSection.tsx'
import { TrustBar } from '~/features/home/TrustBar.tsx'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { giftListPath } from '~/lib/paths.ts'
import { payloadLoader } from '~/lib/payload.ts'
import { shopName } from '~/lib/shop.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/home'

export const headers = pageHeaders
export const clientLoader = (args: Route.ClientLoaderArgs) => payloadLoader(args)

export async function loader({ request }: Route.LoaderArgs) {
	return shared(await loadHome(request))
}

export const meta: Route.MetaFunction = ({ matches }) => {
	return pageSeo(matches, {
		title: m['home.title'](),
		description: m['home.description']({ shop: shopName() }),
		path: href('/ru'),
		things: ({ origin }) => [
			{ '@type': 'WebSite', name: shopName(), url: `${origin}/ru`, inLanguage: 'ru' },
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

/** Not rendered again when a link is pressed: a slow phone takes a fifth of a second for it. */
export default memo(function Home({ loaderData: home }: Route.ComponentProps) {
	return (
		<>
			<Hero banners={home.banners} />
			<div className="grid grid-cols-1">
				<TrustBar rating={home.rating} />
				<GamesSection games={home.games} />
			</div>
			<WelcomeOffer offer={home.welcome} />
			<div className="below-fold">
				<GiftCarousel
					title={m['home.discounted']()}
					gifts={home.discounted}
					more={`${giftListPath()}?is_discounted=true`}
				/>
			</div>
			<div className="below-fold">
				<GiftCarousel title={m['home.fresh']()} gifts={home.fresh} more={`${giftListPath()}?ordering=-created`} />
			</div>
			<div className="below-fold mb-14 grid items-start gap-4.5 [--height:50rem] md:grid-cols-[1.2fr_0.8fr] md:[--height:23rem]">
				<LiveFeed deliveries={home.feed} />
				<HowItWorks />
			</div>
			<div className="below-fold [--height:37rem] md:[--height:17rem]">
				<ReviewsSection rating={home.rating} reviews={home.reviews} />
			</div>
			<div className="below-fold">
				<Faq />
			</div>
		</>
	)
})
