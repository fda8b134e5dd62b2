// @vitest-environment node
import { expect, test } from 'vitest'
import { warmUp } from './warmUp.ts'

const page = 'http://shop.test/ru'

test('the page is rendered as often as asked for, one after the other', async () => {
	const seen: string[] = []
	let running = 0
	const render = async (request: Request) => {
		seen.push(request.url)
		running++
		expect(running).toBe(1)
		await Promise.resolve()
		running--
		return new Response('page')
	}
	expect(await warmUp(render, page, 3, 10_000)).toBe(3)
	expect(seen).toEqual([page, page, page])
})

test('a page that never comes does not hold the start back, and is given up', async () => {
	// The request and not its signal: Node stops forwarding an abort to a request that was collected as garbage.
	let rendered: Request | undefined
	const render = (request: Request) => {
		rendered = request
		return new Promise<Response>(() => {})
	}
	expect(await warmUp(render, page, 3, 10)).toBe(0)
	expect(rendered?.signal.aborted).toBe(true)
})

test('a page that fails is not repeated', async () => {
	let asked = 0
	const fails = async () => {
		asked++
		throw new Error('no API')
	}
	expect(await warmUp(fails, page, 3, 10_000)).toBe(0)
	expect(await warmUp(async () => new Response('', { status: 503 }), page, 3, 10_000)).toBe(0)
	expect(asked).toBe(1)
})
