import { readCookie } from '../app/api/session.ts'
import { type Brand, brandStyle, currentBrand } from './brand.ts'
import { config } from './config.ts'
import { securityHeaders } from './security.ts'

type Handler = (request: Request) => Promise<Response>

/** Lets staff in; the API signs it. */
const passCookie = 'pass'

/** Links of the console to one page, good for minutes. */
const previews = /^\/ru\/preview\//
/** What a buyer of a shop that is closed for a while still needs: their orders, and whom to ask. */
const forBuyers = /^\/(ru\/)?(auth|orders|profile|info)(\/|\.|$)/

/** Whether a visitor without a pass sees this path as it is. */
export function isShown(path: string, state: Brand['state']): boolean {
	return state === 'open' || previews.test(path) || (state === 'closed' && forBuyers.test(path))
}

/**
 * Answers for a shop that does not sell. The page is rendered first: that reads the newest state, and a shop that
 * is open waits for nothing.
 */
export function closedShop(handle: Handler, mayEnter: (pass: string) => Promise<boolean> = asksApi): Handler {
	return async (request) => {
		const response = await handle(request)
		const brand = currentBrand()
		if (isShown(new URL(request.url).pathname, brand.state)) return response
		const pass = passOf(request)
		if (pass && (await mayEnter(pass))) {
			response.headers.set('Cache-Control', 'private, no-store')
			response.headers.set('X-Robots-Tag', 'noindex')
			response.headers.delete('xkey')
			return response
		}
		await response.body?.cancel()
		return closedPage(brand)
	}
}

export const passOf = (request: Request) => readCookie(request.headers.get('Cookie') ?? '', passCookie)

async function asksApi(pass: string): Promise<boolean> {
	const response = await fetch(`${config.apiOrigin}/api/opening/pass/`, {
		headers: { Cookie: `${passCookie}=${pass}`, ...(config.edgeSecret && { 'X-Edge-Secret': config.edgeSecret }) },
		signal: AbortSignal.timeout(5_000),
	}).catch(() => null)
	return response?.ok === true && ((await response.json()) as { is_admitted: boolean }).is_admitted
}

const style = `main{display:grid;justify-items:center;gap:14px}body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;box-sizing:border-box;background:#0b0f17;color:#eef2f8;font:17px/1.5 system-ui,sans-serif;text-align:center}
h1{margin:0;font-size:30px;line-height:1.2}p{margin:0;max-width:44ch;color:#a9b4c6}.shop{color:#eef2f8;font-weight:700}.note{color:#eef2f8;font-size:19px}
a{display:inline-block;margin-top:8px;padding:12px 20px;border-radius:12px;background:var(--color-lamp,#ffc247);color:var(--color-lamp-ink,#1a1300);font-weight:700;text-decoration:none}`

function closedPage(brand: Brand): Response {
	const own = brandStyle(brand)
	const sheets = own ? [own, style] : [style]
	const isPreparing = brand.state === 'preparing'
	const heading = isPreparing ? 'Скоро откроемся' : 'Скоро вернёмся'
	const html = `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading} — ${escaped(brand.name)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${sheets.map((sheet) => `<style>${sheet}</style>`).join('\n')}
</head>
<body>
<main>
<p class="shop">${escaped(brand.name)}</p>
<h1>${heading}</h1>
${brand.note ? `<p class="note">${escaped(brand.note)}</p>` : ''}
${
	isPreparing
		? `<p>${escaped(brand.line)}</p>`
		: `<p>Новые заказы пока не принимаем. Оплаченные выполняются.</p>
<a href="/ru/orders">Мои заказы</a>`
}
</main>
</body>
</html>
`
	return new Response(html, {
		status: 503,
		headers: [
			['Content-Type', 'text/html; charset=utf-8'],
			['Cache-Control', 'no-store'],
			['Retry-After', '3600'],
			['X-Robots-Tag', 'noindex'],
			...securityHeaders({ scripts: [], styles: [], sheets }),
		],
	})
}

const escaped = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
