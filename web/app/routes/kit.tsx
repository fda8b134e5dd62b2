import { Controls } from '~/features/kit/Controls.tsx'
import { Goods } from '~/features/kit/Goods.tsx'
import { Overlays } from '~/features/kit/Overlays.tsx'
import { pageHeaders } from '~/lib/caching.ts'
import { hidden } from '~/lib/seo.ts'
import type { Route } from './+types/kit'

export const headers = pageHeaders
export const handle = { alive: true }
export const meta: Route.MetaFunction = () => hidden('Набор деталей')

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
