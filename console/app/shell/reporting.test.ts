import { expect, test, vi } from 'vitest'

async function start(answer: Response) {
	vi.resetModules()
	const sent = vi.fn((_url: string, _init?: RequestInit) => Promise.resolve(answer.clone()))
	vi.stubGlobal('fetch', sent)
	const { startReporting, take } = await import('./reporting.ts')
	take(new Error('early'))
	await startReporting()
	take(new Error('late'))
	return sent.mock.calls.map(([url]) => url)
}

test('errors go where the edge says, those of the start too', async () => {
	const to = 'https://errors.example/api/7/envelope/?sentry_version=7&sentry_key=abc'
	expect(await start(new Response('https://abc@errors.example/7'))).toEqual(['/console/errors-to', to, to])
})

test('without an address nothing is sent', async () => {
	for (const answer of [new Response(''), new Response('<!doctype html>'), new Response('', { status: 404 })]) {
		expect(await start(answer)).toEqual(['/console/errors-to'])
	}
})
