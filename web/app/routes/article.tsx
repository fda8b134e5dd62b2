import { getArticle } from '@larek/api/store/sdk.gen.ts'
import { href, redirect } from 'react-router'
import { apiForCountry } from '~/api/api.server.ts'
import { ButtonLink } from '~/components/Button.tsx'
import { infoPath } from '~/lib/paths.ts'
import '~/features/info/article.css'
import { notFoundIf4xx, pageNotFound } from '~/api/notFound.ts'
import { Crumbs } from '~/components/Crumbs.tsx'
import { Html } from '~/components/Html.tsx'
import { pageSeo } from '~/components/pageSeo.ts'
import { neighbours, textBlock } from '~/entities/article/articles.ts'
import { InfoLinks } from '~/features/info/InfoLinks.tsx'
import { TableOfContents } from '~/features/info/TableOfContents.tsx'
import { excerpt, prepareArticle } from '~/lib/articleHtml.ts'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { payloadLoader } from '~/lib/payload.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/article'

export const headers = pageHeaders
export const clientLoader = (args: Route.ClientLoaderArgs) => payloadLoader(args)

export async function loader({ request, params }: Route.LoaderArgs) {
	const name = params.slug
	if (name === textBlock.slug) throw redirect(infoPath(textBlock.path), 301)
	const slug = name === textBlock.path ? textBlock.slug : name
	if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) throw pageNotFound(request)
	const article = await apiForCountry(request)(getArticle, { path: { slug } }).catch((error: unknown) =>
		notFoundIf4xx(error, request),
	)
	return shared({
		name,
		title: article.header,
		description: excerpt(article.text),
		...prepareArticle(article.text),
	})
}

const trailOf = ({ name, title }: { name: string; title: string }) => [
	{ label: m['info_page.heading'](), to: href('/ru/info') },
	{ label: title, to: infoPath(name) },
]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	if (!loaderData) return []
	const { title, description, name } = loaderData
	return pageSeo(matches, { title, description, path: infoPath(name), trail: trailOf(loaderData) })
}

export default function Article({ loaderData: article }: Route.ComponentProps) {
	return (
		<>
			<Crumbs trail={trailOf(article)} />
			<h1 className="head mb-5 text-xl md:text-2xl">{article.title}</h1>
			<div className="grid items-start gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,1fr)_300px]">
				<div className="contents lg:order-2 lg:block lg:h-full">
					<TableOfContents headings={article.headings} />
				</div>
				<Html html={article.html} className="prose article min-w-0" />
			</div>
			<div className="mt-12 grid max-w-[68ch] gap-4">
				<h2 className="text-lg">{m['info_page.see_also']()}</h2>
				<InfoLinks links={neighbours(article.name)} />
				<p className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<span className="text-muted">{m['info_page.question']()}</span>
					<ButtonLink to={href('/ru/info/contacts')} size="small">
						{m['info_page.write']()}
					</ButtonLink>
					<ButtonLink to={href('/ru/info')} size="small" look="quiet">
						{m['info_page.all']()}
					</ButtonLink>
				</p>
			</div>
		</>
	)
}
