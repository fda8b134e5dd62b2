import { Crumbs, crumbList } from '~/components/Crumbs.tsx'
import { groups } from '~/entities/article/articles.ts'
import { InfoLinks } from '~/features/info/InfoLinks.tsx'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { seo } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/info'

export const headers = pageHeaders

export function loader() {
	return shared(null)
}

const trail = () => [{ label: m['info_page.heading'](), to: '/ru/info' }]

export const meta: Route.MetaFunction = ({ matches }) => {
	const origin = matches[0].loaderData?.origin ?? ''
	return seo({
		title: m['info_page.title'](),
		description: m['info_page.description'](),
		path: '/ru/info',
		origin,
		things: [crumbList(trail(), origin)],
	})
}

export default function Info() {
	return (
		<>
			<Crumbs trail={trail()} />
			<h1 className="head text-2xl md:text-3xl">{m['info_page.heading']()}</h1>
			<p className="mt-2 max-w-[64ch] text-muted">{m['info_page.lead']()}</p>
			<div className="mt-6 grid gap-x-7 gap-y-8 lg:grid-cols-2">
				{groups.map(({ title, links }) => (
					<section key={title()}>
						<h2 className="mb-3 text-lg md:text-xl">{title()}</h2>
						<InfoLinks links={links} />
					</section>
				))}
			</div>
		</>
	)
}
