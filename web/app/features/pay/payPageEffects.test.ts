import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFresh } from './payPageEffects.ts'

test('after Back from the bank nothing is opening any more, and what is begun then is', () => {
	const { result, rerender } = renderHook(({ answer }) => useFresh(answer), { initialProps: { answer: {} } })
	expect(result.current).toBe(true)
	act(() => {
		window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
	})
	expect(result.current).toBe(false)
	rerender({ answer: {} })
	expect(result.current).toBe(true)
})
