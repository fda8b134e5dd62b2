import { publicOrigin } from '~/api/api.server.ts'

/** Private pages are not listed: an engine must read them to see that they are not to be indexed. */
const text = `User-agent: *
Disallow: /api/
Disallow: /__manifest
Disallow: /*.data$
Disallow: /*/_payload.json

Sitemap: ${publicOrigin}/sitemap.xml
`

export function loader() {
	const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }
	return new Response(text, { headers })
}
