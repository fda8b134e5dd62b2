/** What `builds/meta/{id}.json` says of a path, as the router writes it: `/ru/games/:id`. */
export interface Rule {
	path: string
	cached: boolean
}

interface LoaderArgs<T> {
	request: Request
	serverLoader: () => Promise<T>
}

/** A page the visitor is about to open is prefetched and used once, if it is opened soon. */
const goodFor = 30_000
const ahead = new Map<string, { data: Promise<unknown>; at: number }>()
let rules: RegExp[] = []

/** From now on the data of a page that may be cached are asked for when a link to it is pointed at or focused. */
export function prefetchPayloads(given: Rule[]): void {
	rules = given.filter(({ cached }) => cached).map(({ path }) => expression(path))
	for (const name of ['pointerover', 'pointerdown', 'focusin']) addEventListener(name, onIntent, { passive: true })
}

/** The data of the page a link leads to; the page's own loader where they are not available. */
export async function payloadLoader<T>({ request, serverLoader }: LoaderArgs<T>): Promise<T> {
	const key = keyOf(new URL(request.url))
	const found = ahead.get(key)
	ahead.delete(key)
	if (!found || Date.now() - found.at > goodFor) return serverLoader()
	return ((await found.data) as T | undefined) ?? serverLoader()
}

function onIntent({ target }: Event) {
	const link = (target as Element).closest?.<HTMLAnchorElement>('a[href]')
	if (!link || link.origin !== location.origin || link.target || link.pathname === location.pathname) return
	if (!rules.some((rule) => rule.test(link.pathname))) return
	const url = new URL(link.href)
	const key = keyOf(url)
	const known = ahead.get(key)
	if (known && Date.now() - known.at < goodFor) return
	ahead.set(key, { data: fetchPayload(url), at: Date.now() })
}

async function fetchPayload({ pathname, search }: URL): Promise<unknown> {
	const answer = await fetch(`${pathname}/_payload.json${search}`).catch(() => null)
	return answer?.ok ? answer.json().catch(() => undefined) : undefined
}

const keyOf = ({ pathname, search }: URL) => pathname.replace(/\.data$/, '') + search

/** `/ru/gifts/:page?` answers to `/ru/gifts` and `/ru/gifts/2`. */
function expression(path: string): RegExp {
	const pattern = path.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')
	return new RegExp(`^${pattern}$`)
}
