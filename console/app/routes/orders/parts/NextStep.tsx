import type { ActionLooks, AllowedAction } from '~/kit/Can.tsx'
import { Can } from '~/kit/Can.tsx'

/** The one next step of an order: the first thing that can be done. */
export function NextStep({ actions, looks }: { actions: AllowedAction[]; looks: ActionLooks }) {
	const first = actions.find(({ name, allowed }) => allowed && looks[name])
	const look = first && looks[first.name]
	if (!first || !look) return null
	return (
		<section className="card p-3.5">
			<Can action={first} look={{ ...look, hotkey: undefined }} lamp />
		</section>
	)
}
