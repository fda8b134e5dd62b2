import { expect, test } from 'vitest'
import { pageHeaders, privatePage, type Scope, shared } from './caching.ts'

function headersOf(scopes?: Scope[], errorHeaders?: Headers) {
	const { init } = shared({}, scopes)
	const loaderHeaders = new Headers(init?.headers)
	const none = new Headers()
	return new Headers(pageHeaders({ loaderHeaders, errorHeaders, actionHeaders: none, parentHeaders: none }))
}

test('a shared page is marked with every scope unless it names its own', () => {
	expect(headersOf().get('xkey')).toBe('catalog content payment feedback brand')
	expect(headersOf(['catalog']).get('xkey')).toBe('catalog payment brand')
	expect(headersOf().get('Cache-Control')).toContain('s-maxage=60')
})

test('an error is neither kept nor marked', () => {
	const headers = headersOf(['catalog'], new Headers())
	expect(headers.get('Cache-Control')).toBe(privatePage)
	expect(headers.has('xkey')).toBe(false)
})
