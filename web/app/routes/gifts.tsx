import { classes } from '@larek/shared/classes.ts'
import { Link, useNavigation } from 'react-router'
import { ButtonLink } from '~/components/Button.tsx'
import { Crumbs } from '~/components/Crumbs.tsx'
import { PageLinks } from '~/components/PageLinks.tsx'
import { pageSeo } from '~/components/pageSeo.ts'
import { Spinner } from '~/components/Skeleton.tsx'
import { GiftGrid } from '~/entities/catalog/GiftGrid.tsx'
import { regionName, typeNames } from '~/entities/catalog/giftNames.ts'
import { FilterForm } from '~/features/gifts/FilterForm.tsx'
import { type GiftFilters, giftsPath, isNarrowed } from '~/features/gifts/filters.ts'
import { loadGifts } from '~/features/gifts/list.server.ts'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { giftListPath } from '~/lib/paths.ts'
import { payloadLoader } from '~/lib/payload.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/gifts'

export const headers = pageHeaders
export const clientLoader = (args: Route.ClientLoaderArgs) => payloadLoader(args)

export async function loader({ request, params }: Route.LoaderArgs) {
	return shared(await loadGifts(request, params.page))
}

const trail = () => [{ label: m['gifts_page.heading'](), to: giftListPath() }]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	if (!loaderData) return []
	const { filters, page } = loaderData
	const title = listTitle(filters)
	return pageSeo(matches, {
		title: page > 1 ? m['paging.in_title']({ title, page }) : title,
		description: m['gifts_page.description'](),
		// Another sorting is not another page for search engines.
		path: giftsPath({ ...filters, ordering: undefined }, page),
		noindex: filters.search !== '',
		trail: trail(),
	})
}

function listTitle({ type, region, discounted }: GiftFilters): string {
	const parts = [type && typeNames[type](), region && regionName(region), discounted && m['gifts_page.discounted']()]
	const named = parts.filter(Boolean)
	return named.length > 0 ? [m['gifts_page.heading'](), ...named].join(' · ') : m['gifts_page.title']()
}

export default function Gifts({ loaderData: { filters, page, last, count, gifts } }: Route.ComponentProps) {
	const { state, location } = useNavigation()
	const searching = state === 'loading' && /^\/ru\/gifts(\/\d+)?\/?$/.test(location.pathname)
	return (
		<>
			<Crumbs trail={trail()} />
			<h1 className="head text-2xl md:text-3xl">{m['gifts_page.heading']()}</h1>
			<p className="mt-2 hidden max-w-[64ch] text-muted md:block">{m['gifts_page.lead']()}</p>
			<div className="mt-4 md:mt-5">
				<FilterForm filters={filters} />
			</div>
			<div className="mb-2 flex min-h-11 items-center gap-3">
				<p role="status" className="text-sm text-muted">
					{count > 0 ? (
						m['gifts_page.count']({ count })
					) : (
						<span className="sr-only">{m['gifts_page.empty_title']()}</span>
					)}
				</p>
				{searching && <Spinner />}
				{count > 0 && (isNarrowed(filters) || filters.ordering) && (
					<Link
						to={giftsPath()}
						preventScrollReset
						className="ml-auto inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-3 hover:text-fore"
					>
						{m['gifts_page.reset']()}
					</Link>
				)}
			</div>
			<div aria-busy={searching} className={classes('transition-opacity', searching && 'opacity-60')}>
				{count === 0 ? (
					<Empty narrowed={isNarrowed(filters)} />
				) : (
					<GiftGrid gifts={gifts} className="md:grid-cols-3 lg:grid-cols-4" priority={2} />
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
