import { href } from 'react-router'
import { markAt, readBrand } from '~/api/api.server.ts'
import { sharedPage } from '~/lib/caching.ts'

/** The web app manifest. */
export async function loader(): Promise<Response> {
	const { name, line, mark } = await readBrand()
	const icon = (src: string, size: number) => ({ src, sizes: `${size}x${size}`, type: 'image/png', purpose: 'any' })
	const manifest = {
		name,
		short_name: name,
		description: line,
		lang: 'ru',
		start_url: href('/ru'),
		scope: '/',
		display: 'browser',
		theme_color: '#0b0f17',
		background_color: '#0b0f17',
		icons: mark
			? [icon(markAt(mark, 320), 320), icon(mark, 640)]
			: [icon('/icon-180.png', 180), { ...icon('/icon-512.png', 512), purpose: 'any maskable' }],
	}
	return new Response(JSON.stringify(manifest), {
		headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': sharedPage, xkey: 'brand' },
	})
}
