import { whenIdle } from '~/lib/idle.ts'

const hour = 3_600_000

/** Asks every hour whether a newer build is out, and says so once. */
export function watchBuilds(own: string, onNew: () => void): void {
	const timer = setInterval(check, hour)

	async function check() {
		const latest = await ask(`latest.json?${Date.now()}`)
		if (!latest?.ok) return
		const { id } = (await latest.json().catch(() => ({}))) as { id?: string }
		if (!id || id === own) return
		clearInterval(timer)
		onNew()
	}
	async function readMeta() {
		// A server that no longer knows this build has a newer one.
		if ((await ask(`meta/${own}.json`))?.status === 404) await check()
	}
	if (!isSlow()) whenIdle(() => setTimeout(readMeta, 1_000))
}

/** Nothing is said of an update that cannot be asked about: the next hour is as good. */
function ask(file: string): Promise<Response | null> {
	return fetch(`/builds/${file}`).catch(() => null)
}

function isSlow(): boolean {
	const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } }
	return Boolean(connection?.saveData) || /2g$/.test(connection?.effectiveType ?? '')
}

/** From now on going anywhere fetches a whole document, and with it the new build. */
export function leaveByDocument(): void {
	// Before the router hears of it: the browser then does what a link or a form means by itself.
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
