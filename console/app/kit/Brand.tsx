import { useStore } from '@larek/shared/store.ts'
import { m } from '~/paraglide/messages.js'
import { shopName } from './shopName.ts'

/** The shop's mark and name, and the tag of the console. */
export function Brand() {
	return (
		<>
			<span className="lamp-mark" aria-hidden="true" />
			<span className="head min-w-0 truncate text-lg">{useStore(shopName)}</span>
			<span className="ml-auto rounded-tag border border-line px-1.5 text-2xs font-medium text-muted">
				{m['console.tag']()}
			</span>
		</>
	)
}
