const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export function pagesXml(addresses: string[]): string {
	return `${head}<urlset ${space}>\n${lines('url', addresses)}</urlset>\n`
}

export function indexXml(addresses: string[]): string {
	return `${head}<sitemapindex ${space}>\n${lines('sitemap', addresses)}</sitemapindex>\n`
}

function lines(tag: string, addresses: string[]): string {
	return addresses.map((address) => `<${tag}><loc>${escaped(address)}</loc></${tag}>\n`).join('')
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Search engines return after hours, so a map may be an hour old; it is the same for every country. */
export async function mapAnswer(make: () => Promise<string>): Promise<Response> {
	const headers = { 'Content-Type': 'application/xml; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }
	try {
		const text = await make()
		return new Response(text, { headers: { ...headers, 'Cache-Control': 'public, max-age=0, s-maxage=3600' } })
	} catch {
		// An empty map would mean that there are no pages; a 503 asks to retry.
		return new Response(null, { status: 503, headers: { 'Retry-After': '60', 'Cache-Control': 'no-store' } })
	}
}
