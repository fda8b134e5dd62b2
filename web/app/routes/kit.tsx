import { isDevelopment } from '~/api/api.server.ts'
import { pageNotFound } from '~/api/notFound.ts'
import { Controls } from '~/features/component-gallery/Controls.tsx'
import { Goods } from '~/features/component-gallery/Goods.tsx'
import { Overlays } from '~/features/component-gallery/Overlays.tsx'
import { pageHeaders } from '~/lib/caching.ts'
import { noIndex } from '~/lib/seo.ts'
import type { Route } from './+types/kit'

export const headers = pageHeaders
export const handle = { hydrate: 'immediately' }
export const meta: Route.MetaFunction = () => noIndex('Набор деталей')

export function loader({ request }: Route.LoaderArgs) {
	if (!isDevelopment) throw pageNotFound(request)
	return null
}

/** Every component in every state, to be looked at; not linked from anywhere. */
export default function Kit() {
	return (
		<div className="grid grid-cols-1 gap-10 pt-4">
			<h1 className="head text-2xl">Набор деталей</h1>
			<Controls />
			<Goods />
			<Overlays />
		</div>
	)
}
