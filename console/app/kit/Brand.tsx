import { m } from '~/paraglide/messages.js'

/** The shop's mark and name, and the tag of the console. */
export function Brand() {
	return (
		<>
			<span className="lamp-mark" aria-hidden="true" />
			<span className="head text-lg">{m['console.shop']()}</span>
			<span className="ml-auto rounded-tag border border-line px-1.5 text-2xs font-medium text-muted">
				{m['console.tag']()}
			</span>
		</>
	)
}
