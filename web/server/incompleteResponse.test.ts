// @vitest-environment node
import { expect, test } from 'vitest'
import { markIncomplete, skipCacheIfIncomplete } from './incompleteResponse.ts'

const shared = { 'Cache-Control': 'public, s-maxage=60', xkey: 'catalog' }

test('a whole page may be kept', async () => {
	const { headers } = await skipCacheIfIncomplete(async () => new Response('', { headers: shared }))(
		new Request('http://a/'),
	)
	expect(headers.get('Cache-Control')).toBe('public, s-maxage=60')
	expect(headers.get('xkey')).toBe('catalog')
})

test('a page with a failed section may not, and others rendered meanwhile are not touched', async () => {
	const handle = skipCacheIfIncomplete(async (request) => {
		await new Promise((resolve) => setTimeout(resolve, 1))
		if (request.url.endsWith('/broken')) markIncomplete()
		await new Promise((resolve) => setTimeout(resolve, 1))
		return new Response('', { headers: shared })
	})
	const [broken, whole] = await Promise.all([handle(new Request('http://a/broken')), handle(new Request('http://a/'))])
	expect(broken.headers.get('Cache-Control')).toBe('private, no-store')
	expect(broken.headers.has('xkey')).toBe(false)
	expect(whole.headers.get('xkey')).toBe('catalog')
})
