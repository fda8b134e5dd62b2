import { use, useEffect } from 'react'
import { Scripts, useMatches } from 'react-router'
import { MarkContext } from '~/lib/mark.ts'
import early from './early/inline.ts?inlined'

/** `export const handle = { hydrate: 'immediately' }` is for pages that have something to do by themselves. */
interface Handle {
	hydrate?: 'immediately'
}

/**
 * The router's scripts, which lie inert in a <noscript> until the early script starts them: React renders its inside
 * on the server and leaves it alone in the browser.
 */
export function HydrationScripts() {
	const mark = use(MarkContext)
	const isUrgent = useMatches().some(({ handle }) => (handle as Handle | undefined)?.hydrate === 'immediately')
	useEffect(() => {
		dispatchEvent(new Event('shop:hydrated'))
	}, [])
	return (
		<>
			<noscript id="scripts" data-hydrate={isUrgent ? 'immediately' : 'idle'}>
				<Scripts />
			</noscript>
			<script
				nonce={mark}
				suppressHydrationWarning
				// biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, allowed by its hash
				dangerouslySetInnerHTML={{ __html: early }}
			/>
		</>
	)
}
