import sirv from 'sirv'
import { commonHeaders } from './security.ts'

/** Files of the build. Those with a hash in their name never change; they lie ready compressed beside the originals. */
export function assets() {
	return sirv('build/client', {
		brotli: true,
		gzip: true,
		etag: true,
		setHeaders(response, path) {
			const forever = path.startsWith('/assets/')
			response.setHeader('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
			for (const [name, value] of commonHeaders()) response.setHeader(name, value)
		},
	})
}
