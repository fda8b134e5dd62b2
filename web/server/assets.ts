import { fileURLToPath } from 'node:url'
import sirv from 'sirv'
import { commonHeaders } from './security.ts'

/** Files of the build. Those with a hash in their name never change; they lie ready compressed beside the originals. */
export function assets() {
	return sirv(fileURLToPath(new URL('../build/client', import.meta.url)), {
		brotli: true,
		gzip: true,
		etag: true,
		setHeaders(response, path) {
			response.setHeader('Cache-Control', cacheControl(path))
			for (const [name, value] of commonHeaders()) response.setHeader(name, value)
		},
	})
}

export function cacheControl(path: string): string {
	// The newest build must never come from a cache.
	if (path === '/builds/latest.json') return 'no-cache'
	return /^\/(assets|builds\/meta)\//.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
