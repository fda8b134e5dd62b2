import { listContacts } from '@larek/api/store/sdk.gen.ts'
import { href } from 'react-router'
import { apiForCountry } from '~/api/api.server.ts'
import { Crumbs } from '~/components/Crumbs.tsx'
import { pageSeo } from '~/components/pageSeo.ts'
import { groups } from '~/entities/article/articles.ts'
import { CompanyDetails } from '~/features/info/CompanyDetails.tsx'
import { InfoLinks } from '~/features/info/InfoLinks.tsx'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { payloadLoader } from '~/lib/payload.ts'
import { shopName } from '~/lib/shop.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/contacts'

export const headers = pageHeaders
export const clientLoader = (args: Route.ClientLoaderArgs) => payloadLoader(args)

export async function loader({ request }: Route.LoaderArgs) {
	const page = await apiForCountry(request)(listContacts, { query: { pageSize: 20 } }).catch(() => null)
	return shared({ contacts: page?.results ?? null })
}

const trail = () => [
	{ label: m['info_page.heading'](), to: href('/ru/info') },
	{ label: m['contacts_page.title'](), to: href('/ru/info/contacts') },
]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	return pageSeo(matches, {
		title: m['contacts_page.title'](),
		description: m['contacts_page.description']({ shop: shopName() }),
		path: href('/ru/info/contacts'),
		trail: trail(),
		things: ({ origin }) =>
			(loaderData?.contacts ?? []).map(({ companyName, address, inn }) => ({
				...{ '@type': 'Organization', legalName: companyName, address, taxID: inn },
				...{ name: shopName(), url: `${origin}/ru` },
			})),
	})
}

export default function Contacts({ loaderData: { contacts } }: Route.ComponentProps) {
	return (
		<>
			<Crumbs trail={trail()} />
			<h1 className="head text-2xl md:text-3xl">{m['contacts_page.title']()}</h1>
			<p className="mt-2 mb-6 max-w-[64ch] text-muted">{m['contacts_page.lead']()}</p>
			{contacts === null && <p className="card p-8 text-center text-muted">{m['contacts_page.failed']()}</p>}
			{contacts?.length === 0 && <p className="card p-8 text-center text-muted">{m['contacts_page.empty']()}</p>}
			<div className="grid gap-4 lg:grid-cols-2">
				{contacts?.map((contact) => (
					<CompanyDetails key={contact.companyId} contact={contact} />
				))}
			</div>
			<section className="mt-10">
				<h2 className="mb-3 text-lg md:text-xl">{m['contacts_page.before']()}</h2>
				<InfoLinks links={groups[0]?.links ?? []} />
			</section>
		</>
	)
}
