import { apiForCountry, publicOrigin } from '~/api/api.server.ts'
import { filledParts } from '~/features/sitemap/load.server.ts'
import { indexXml, mapAnswer } from '~/features/sitemap/xml.ts'
import type { Route } from './+types/sitemap'

export function loader({ request }: Route.LoaderArgs) {
	return mapAnswer(async () => {
		const parts = await filledParts(apiForCountry(request))
		return indexXml(parts.map((part) => `${publicOrigin}/sitemap-${part}.xml`))
	})
}
