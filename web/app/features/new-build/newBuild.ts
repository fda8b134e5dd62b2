import { whenIdle } from '~/lib/idle.ts'
import { prefetchPayloads, type Rule } from '~/lib/payload.ts'

const hour = 3_600_000

interface Meta {
	rules: Rule[]
}

/** Checks every hour for a newer build, and reports it once. */
export function watchForNewBuild(own: string, onNew: () => void): void {
	const timer = setInterval(check, hour)

	async function check() {
		const latest = await fetchBuildFile(`latest.json?${Date.now()}`)
		if (!latest?.ok) return
		const { id } = (await latest.json().catch(() => ({}))) as { id?: string }
		if (!id || id === own) return
		clearInterval(timer)
		onNew()
	}
	async function readMeta() {
		const meta = await fetchBuildFile(`meta/${own}.json`)
		// A server that no longer has this build has a newer one.
		if (meta?.status === 404) return check()
		if (!meta?.ok) return
		const { rules = [] } = (await meta.json().catch(() => ({}))) as Partial<Meta>
		prefetchPayloads(rules)
	}
	if (!isSlow()) whenIdle(() => setTimeout(readMeta, 1_000))
}

/** A failed check is ignored: the next one is in an hour. */
function fetchBuildFile(file: string): Promise<Response | null> {
	return fetch(`/builds/${file}`).catch(() => null)
}

function isSlow(): boolean {
	const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } }
	return Boolean(connection?.saveData) || /2g$/.test(connection?.effectiveType ?? '')
}

/** From now on every navigation loads a whole document, and with it the new build. */
export function forceFullPageNavigation(): void {
	// Before the router handles it: the browser then follows the link or sends the form by itself.
	addEventListener('click', (event) => (event.target as Element).closest?.('a[href]') && event.stopPropagation(), true)
	addEventListener(
		'submit',
		(event) => (event.target as HTMLFormElement).method === 'get' && event.stopPropagation(),
		true,
	)
	history.pushState = (_state, _title, url) => {
		if (url) location.assign(url)
	}
}
