import { useNavigation } from 'react-router'
import { ButtonLink } from '~/components/Button.tsx'
import { Spinner } from '~/components/Skeleton.tsx'
import { FilterForm } from '~/features/gifts/FilterForm.tsx'
import { giftsPath, isNarrowed } from '~/features/gifts/filters.ts'
import { GiftCard } from '~/features/gifts/GiftCard.tsx'
import { loadGifts } from '~/features/gifts/list.server.ts'
import { Crumbs, crumbList } from '~/features/products/Crumbs.tsx'
import { PageLinks } from '~/features/products/PageLinks.tsx'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { classes } from '~/lib/classes.ts'
import { seo } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/gifts'

export const headers = pageHeaders

export async function loader({ request, params }: Route.LoaderArgs) {
	return shared(await loadGifts(request, params.page))
}

const trail = () => [{ label: m['gifts_page.heading'](), to: '/ru/gifts' }]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	if (!loaderData) return []
	const { filters, page } = loaderData
	const origin = matches[0].loaderData?.origin ?? ''
	const title = m['gifts_page.title']()
	return seo({
		title: page > 1 ? m['paging.in_title']({ title, page }) : title,
		description: m['gifts_page.description'](),
		// The order makes no other list.
		path: giftsPath({ ...filters, ordering: undefined }, page),
		origin,
		noindex: filters.search !== '',
		things: [crumbList(trail(), origin)],
	})
}

export default function Gifts({ loaderData: { filters, page, last, count, gifts } }: Route.ComponentProps) {
	const { state, location } = useNavigation()
	const searching = state === 'loading' && /^\/ru\/gifts(\/\d+)?\/?$/.test(location.pathname)
	return (
		<>
			<Crumbs trail={trail()} />
			<h1 className="head text-2xl md:text-3xl">{m['gifts_page.heading']()}</h1>
			<p className="mt-1 mb-5 max-w-[64ch] text-muted">{m['gifts_page.lead']()}</p>
			<FilterForm filters={filters} />
			<div className="mb-3 flex min-h-7 items-center gap-3">
				<p role="status" className="text-sm text-muted">
					{count > 0 ? (
						m['gifts_page.count']({ count })
					) : (
						<span className="sr-only">{m['gifts_page.empty_title']()}</span>
					)}
				</p>
				{searching && <Spinner />}
			</div>
			<div aria-busy={searching} className={classes('transition-opacity', searching && 'opacity-60')}>
				{count === 0 ? (
					<Empty narrowed={isNarrowed(filters)} />
				) : (
					<ul className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4.5 lg:grid-cols-4">
						{gifts.map((gift, at) => (
							<li key={gift.id}>
								<GiftCard gift={gift} priority={at < 2} />
							</li>
						))}
					</ul>
				)}
				<PageLinks page={page} last={last} to={(n) => giftsPath(filters, n)} />
			</div>
		</>
	)
}

function Empty({ narrowed }: { narrowed: boolean }) {
	if (!narrowed) return <p className="card p-8 text-center text-muted">{m['gifts_page.empty_shop']()}</p>
	return (
		<div className="card grid justify-items-center gap-3 px-6 py-12 text-center">
			<h2 className="text-xl">{m['gifts_page.empty_title']()}</h2>
			<p className="text-muted">{m['gifts_page.empty_text']()}</p>
			<ButtonLink to={giftsPath()} look="ghost" className="mt-2">
				{m['gifts_page.reset']()}
			</ButtonLink>
		</div>
	)
}
