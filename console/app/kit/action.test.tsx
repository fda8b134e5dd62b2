import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { NoAnswerError, ResponseError } from '~/api/problem.ts'
import { type ActionOptions, useAction } from './action.ts'
import { stepUpRequest } from './stepUp.ts'

function render<V, A>(options: ActionOptions<V, A>) {
	const client = new QueryClient()
	const wrapper = ({ children }: { children: ReactNode }) => (
		<QueryClientProvider client={client}>{children}</QueryClientProvider>
	)
	return { client, ...renderHook(() => useAction(options), { wrapper }) }
}

test('pressing twice while it runs sends once', async () => {
	let finish = () => {}
	const run = vi.fn((_: string, _key: string) => new Promise<void>((resolve) => (finish = resolve)))
	const { result } = render({ run })
	act(() => {
		result.current.start('a')
		result.current.start('a')
	})
	await waitFor(() => expect(result.current.busy).toBe(true))
	await act(async () => finish())
	expect(run).toHaveBeenCalledTimes(1)
	expect(result.current.busy).toBe(false)
})

test('the key stays while the answer is unknown and changes after an answer', async () => {
	const answers: (() => Promise<string>)[] = [
		() => Promise.reject(new NoAnswerError()),
		() => Promise.resolve('done'),
		() => Promise.reject(new ResponseError(409, { code: 'desk.stale', detail: 'Уже доставлено.' })),
		() => Promise.resolve('done'),
	]
	const keys: string[] = []
	const run = (_: string, key: string) => {
		keys.push(key)
		return (answers.shift() as () => Promise<string>)()
	}
	const { result } = render({ run })
	for (let press = 0; press < 4; press++) await act(() => result.current.start('a'))
	expect(keys[1]).toBe(keys[0])
	expect(keys[2]).not.toBe(keys[1])
	expect(keys[3]).not.toBe(keys[2])
	expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
})

test('a refusal shows in the words of the server and reads again what may have changed', async () => {
	const run = () => Promise.reject(new ResponseError(409, { code: 'desk.stale', detail: 'Заказ уже доставлен.' }))
	const { result, client } = render({ run, invalidate: [['orders', '7']], done: 'Готово' })
	const invalidate = vi.spyOn(client, 'invalidateQueries')
	await act(() => result.current.start('a'))
	expect(result.current.problem).toMatchObject({ status: 409, text: 'Заказ уже доставлен.' })
	expect(invalidate).toHaveBeenCalledWith({ queryKey: ['orders', '7'] })
})

test('refusals of fields go to the fields and nowhere else', async () => {
	const onFields = vi.fn()
	const fields = [{ field: 'amount', detail: 'Больше, чем оплачено.' }]
	const run = () => Promise.reject(new ResponseError(422, { code: 'invalid', detail: '', fields }))
	const { result } = render({ run, onFields })
	await act(() => result.current.start('a'))
	expect(onFields).toHaveBeenCalledWith(fields)
	expect(result.current.problem).toBeUndefined()
})

test.each([
	[true, 2, undefined],
	[false, 1, 403],
])('an old proof asks for the factor first; given %s', async (proved, sent, status) => {
	const keys: string[] = []
	const run = (_: string, key: string) => {
		keys.push(key)
		if (keys.length > 1) return Promise.resolve('done')
		return Promise.reject(new ResponseError(403, { code: 'console.stale_proof', detail: 'Подтвердите, что это вы.' }))
	}
	const { result } = render({ run })
	let ended: Promise<void> | undefined
	act(() => {
		ended = result.current.start('a')
	})
	await waitFor(() => expect(stepUpRequest.get()).toBeDefined())
	await act(async () => {
		stepUpRequest.get()?.resolve(proved)
		await ended
	})
	expect(keys).toHaveLength(sent)
	expect(new Set(keys).size).toBe(1)
	expect(result.current.problem?.status).toBe(status)
})

test('an error after a write that succeeded is reported, never shown as a refusal', async () => {
	const reported = vi.fn()
	vi.stubGlobal('reportError', reported)
	const error = new Error('the row is gone')
	const run = vi.fn((_: string, _key: string) => Promise.resolve('done'))
	const onDone = () => {
		throw error
	}
	const { result, client } = render({ run, onDone, invalidate: [['orders']] })
	const invalidate = vi.spyOn(client, 'invalidateQueries')
	await act(() => result.current.start('a'))
	expect(result.current.problem).toBeUndefined()
	expect(reported).toHaveBeenCalledExactlyOnceWith(error)
	expect(invalidate).toHaveBeenCalledWith({ queryKey: ['orders'] })
})
