import type { LoaderFunctionArgs } from 'react-router'
import { apiForCountry, publicOrigin } from '~/api/api.server.ts'
import { pathsOf } from '~/features/sitemap/load.server.ts'
import { mapAnswer, pagesXml } from '~/features/sitemap/xml.ts'

/** The address says which map it is; app/routes.ts names them all. */
export function loader({ request }: LoaderFunctionArgs) {
	const part = /sitemap-(.+)\.xml$/.exec(new URL(request.url).pathname)?.[1] ?? ''
	return mapAnswer(async () => {
		const paths = (await pathsOf(part, apiForCountry(request))) ?? []
		return pagesXml(paths.map((path) => publicOrigin + path))
	})
}
