const key = 'shop.reloaded'
const guard = 10_000
/** What the page's own modules import. */
const large = /\/(react|router|shop|goods)-/

/**
 * The router's own scripts are inert in `place`. Their files are fetched at low priority, so that text and pictures
 * load first; the module that uses them waits until it is started.
 */
export function prepareScripts(place: HTMLElement, onFailed: () => void): (isTouched?: boolean) => void {
	const isUrgent = place.dataset.hydrate === 'immediately'
	const inert = new DOMParser().parseFromString(place.textContent ?? '', 'text/html')
	for (const link of inert.querySelectorAll('link')) {
		const preload = document.importNode(link)
		if (!isUrgent) preload.fetchPriority = 'low'
		document.head.append(preload)
	}
	let waiting: HTMLScriptElement | undefined
	for (const script of inert.querySelectorAll('script')) {
		// Inline scripts run at once: the data that follow in the document need what they define.
		if (script.type === 'module') waiting = script
		else run(script)
	}
	function onRejected({ reason }: PromiseRejectionEvent) {
		if (/imported module|module script/i.test(String(reason?.message))) fail()
	}
	function fail() {
		onFailed()
		loadAgain()
	}
	addEventListener('unhandledrejection', onRejected)
	addEventListener('shop:hydrated', () => removeEventListener('unhandledrejection', onRejected), { once: true })
	return (isTouched = true) => {
		const script = waiting
		waiting = undefined
		if (!script) return
		const go = () => run(script).addEventListener('error', fail)
		const files = [...inert.querySelectorAll('link')].map(({ href }) => href).filter((href) => large.test(href))
		if (isTouched || files.length === 0) go()
		else runOneByOne(files).then(go, go)
	}
}

/** All files at once would be one task, long enough for a touch to be felt. */
async function runOneByOne(files: string[]) {
	for (const file of files) await import(/* @vite-ignore */ file)
}

function run({ type, textContent }: HTMLScriptElement): HTMLScriptElement {
	const script = document.createElement('script')
	if (type) script.type = type
	script.textContent = textContent
	document.head.append(script)
	return script
}

/** Without a network the page waits for it: reloading would show the browser's own page. */
function loadAgain() {
	if (!navigator.onLine) return addEventListener('online', () => location.reload(), { once: true })
	if (Date.now() - Number(sessionStorage.getItem(key)) < guard) return
	sessionStorage.setItem(key, String(Date.now()))
	location.reload()
}
