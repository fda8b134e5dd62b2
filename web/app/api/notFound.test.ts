import { describe, expect, it } from 'vitest'
import { ResponseError } from './errors.ts'
import { notFoundIf4xx } from './notFound.ts'

const request = new Request('http://shop.test/ru/games/7')

function statusFor(status: number): number | undefined {
	try {
		notFoundIf4xx(new ResponseError(new Response(null, { status }), null), request)
	} catch (thrown) {
		return (thrown as { init: ResponseInit }).init.status
	}
}

describe('missingIf4xx', () => {
	it.each([
		[400, 404],
		[403, 404],
		[404, 404],
		[408, 408],
		[429, 429],
		[503, 503],
	])('a refusal with %i makes a page with %i', (refusal, page) => {
		expect(statusFor(refusal)).toBe(page)
	})
})
