import { endpointOf, framesOf, isReported, sender } from '@larek/shared/errorEnvelope.ts'
import { redact, redactUrl } from '@larek/shared/redact.ts'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ResponseError } from '~/api/errors.ts'

const dsn = 'https://abc@errors.example/7'
const sent = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(new Response()))
const event = (call = 0) => JSON.parse(String(sent.mock.calls[call]?.[1].body).split('\n')[2] ?? '')

beforeEach(() => {
	sent.mockClear()
	vi.stubGlobal('fetch', sent)
})
afterEach(() => {
	vi.unstubAllGlobals()
	vi.resetModules()
	document.head.innerHTML = ''
})

test('a DSN becomes the address of its project', () => {
	expect(endpointOf(dsn)).toBe('https://errors.example/api/7/envelope/?sentry_version=7&sentry_key=abc')
	expect(endpointOf('http://k@host:9000/deep/3')).toBe(
		'http://host:9000/deep/api/3/envelope/?sentry_version=7&sentry_key=k',
	)
})

test('an error goes as an envelope of three lines', () => {
	sender(dsn, 'f00')(new TypeError('x is undefined'))
	const lines = String(sent.mock.calls[0]?.[1].body).split('\n')
	expect(lines).toHaveLength(3)
	expect(JSON.parse(lines[0] ?? '').event_id).toMatch(/^[0-9a-f]{32}$/)
	expect(JSON.parse(lines[1] ?? '')).toEqual({ type: 'event' })
	expect(event()).toMatchObject({ platform: 'javascript', level: 'error', release: 'f00' })
	expect(event().exception.values[0]).toMatchObject({ type: 'TypeError', value: 'x is undefined' })
})

test('app errors from 300 to 499 are not reported, others are', () => {
	const answer = (status: number) => new ResponseError(new Response(null, { status }), null)
	expect([299, 300, 404, 499, 500].map((status) => isReported({ status }))).toEqual([true, false, false, false, true])
	expect(isReported(answer(404))).toBe(false)
	expect(isReported(answer(503))).toBe(true)
	expect(isReported({ type: 'DataWithResponseInit', init: { status: 404 } })).toBe(false)
	expect(isReported(new Error('bug'))).toBe(true)
	expect(isReported(undefined)).toBe(true)
	expect(isReported(new DOMException('gone', 'AbortError'))).toBe(false)
})

test('the same error is told once, and no page tells more than ten', () => {
	const send = sender(dsn, 'f00')
	send(new Error('same'))
	send(new Error('same'))
	expect(sent).toHaveBeenCalledTimes(1)
	for (let i = 0; i < 20; i++) send(new Error(`bug ${i}`))
	expect(sent).toHaveBeenCalledTimes(10)
})

test('what a refusal carries stays here', () => {
	sender(dsn, 'f00')({ status: 500, statusText: 'Oops', data: { email: 'a@b.ru' } })
	expect(event().exception.values[0].value).toBe('500 Oops')
	expect(String(sent.mock.calls[0]?.[1].body)).not.toContain('a@b.ru')
})

test('stacks of both kinds are read, the innermost call last', () => {
	const chrome =
		'Error: x\n    at inner (https://s.example/assets/a.js?v=1:10:5)\n    at https://s.example/assets/b.js:2:1'
	expect(framesOf(chrome)).toEqual([
		{ function: '?', filename: 'https://s.example/assets/b.js', lineno: 2, colno: 1, in_app: true },
		{ function: 'inner', filename: 'https://s.example/assets/a.js', lineno: 10, colno: 5, in_app: true },
	])
	expect(framesOf('inner@https://s.example/a.js:3:4\n@https://s.example/b.js:5:6')).toMatchObject([
		{ function: '?', lineno: 5 },
		{ function: 'inner', lineno: 3 },
	])
})

test('queries, e-mails, tokens and orders are taken out', () => {
	expect(redactUrl('https://s.example/ru/auth/vk?code=1#x')).toBe('https://s.example/ru/auth/…')
	expect(redactUrl('https://s.example/ru/gifts?search=a')).toBe('https://s.example/ru/gifts')
	expect(redact('GET https://s.example/ru/orders/ABC/pay?paid=1 failed for иван.п+1@почта.рф')).toBe(
		'GET https://s.example/ru/orders/… failed for [e-mail]',
	)
	expect(redact('/api/x/?email=a@b.ru: bad')).toBe('/api/x/ bad')
	expect(redact('email:a@b.ru')).toBe('email:[e-mail]')
	expect(redact('Bearer eyJhbGci.eyJzdWIi.sig-1')).toBe('Bearer [token]')
})

test('the sender is loaded when idle, and what happened before is told then', async () => {
	let idle = () => {}
	vi.stubGlobal('requestIdleCallback', (run: () => void) => {
		idle = run
	})
	document.head.innerHTML = `<meta name="errors-to" content="${dsn}">`
	const { reportError, startReporting } = await import('./reportError.ts')
	startReporting('f00')
	reportError(new Error('early'))
	expect(sent).not.toHaveBeenCalled()
	idle()
	await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
	expect(event().exception.values[0].value).toBe('early')
})

test('without an address nothing is loaded or sent', async () => {
	const idle = vi.fn()
	vi.stubGlobal('requestIdleCallback', idle)
	const { reportError, startReporting } = await import('./reportError.ts')
	startReporting('f00')
	reportError(new Error('x'))
	expect(idle).not.toHaveBeenCalled()
	expect(sent).not.toHaveBeenCalled()
})
