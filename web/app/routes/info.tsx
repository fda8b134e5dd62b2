import { listArticles } from '@larek/api/store/sdk.gen.ts'
import { href } from 'react-router'
import { apiForCountry } from '~/api/api.server.ts'
import { Crumbs } from '~/components/Crumbs.tsx'
import { pageSeo } from '~/components/pageSeo.ts'
import { indexOf } from '~/entities/article/articles.ts'
import { InfoLinks } from '~/features/info/InfoLinks.tsx'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { payloadLoader } from '~/lib/payload.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/info'

export const headers = pageHeaders
export const clientLoader = (args: Route.ClientLoaderArgs) => payloadLoader(args)

export async function loader({ request }: Route.LoaderArgs) {
	return shared(await apiForCountry(request)(listArticles).catch(() => null), ['content'])
}

const trail = () => [{ label: m['info_page.heading'](), to: href('/ru/info') }]

export const meta: Route.MetaFunction = ({ matches }) => {
	return pageSeo(matches, {
		title: m['info_page.title'](),
		description: m['info_page.description'](),
		path: href('/ru/info'),
		trail: trail(),
	})
}

export default function Info({ loaderData }: Route.ComponentProps) {
	return (
		<>
			<Crumbs trail={trail()} />
			<h1 className="head text-2xl md:text-3xl">{m['info_page.heading']()}</h1>
			<p className="mt-2 max-w-[64ch] text-muted">{m['info_page.lead']()}</p>
			<div className="mt-6 grid gap-x-7 gap-y-8 lg:grid-cols-2">
				{indexOf(loaderData).map(({ title, links }) => (
					<section key={title()}>
						<h2 className="mb-3 text-lg md:text-xl">{title()}</h2>
						<InfoLinks links={links} />
					</section>
				))}
			</div>
		</>
	)
}
