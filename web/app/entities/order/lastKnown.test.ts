import { renderHook } from '@testing-library/react'
import { data, replace } from 'react-router'
import { expect, test } from 'vitest'
import { nullIfUnreachable, useLastKnown } from './lastKnown.ts'

const failing = (error: unknown) => nullIfUnreachable(() => Promise.reject(error))

test('a shop that does not answer is no error', async () => {
	expect(await failing(new TypeError('Failed to fetch'))).toBeNull()
	expect(await failing(data(null, { status: 503 }))).toBeNull()
	expect(await failing(data(null, { status: 429 }))).toBeNull()
	expect(await nullIfUnreachable(() => Promise.resolve(7))).toBe(7)
})

test('refusals and redirects go on as they are', async () => {
	const missing = data(null, { status: 404 })
	await expect(failing(missing)).rejects.toBe(missing)
	const elsewhere = replace('/ru/orders')
	await expect(failing(elsewhere)).rejects.toBe(elsewhere)
})

test('the page keeps what it knew until there is something newer', () => {
	const { result, rerender } = renderHook(({ loaded }) => useLastKnown(loaded), {
		initialProps: { loaded: 1 as number | null },
	})
	rerender({ loaded: null })
	expect(result.current).toBe(1)
	rerender({ loaded: 2 })
	expect(result.current).toBe(2)
	rerender({ loaded: null })
	expect(result.current).toBe(2)
})
