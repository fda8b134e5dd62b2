import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { openStream, pollInterval, reopenAfter, useLive, useLiveInterval, useLiveReads, useLiveState } from './live.ts'

class Source extends EventTarget {
	readyState = 1
	close = vi.fn()
	send(name: string, data?: string) {
		act(() => {
			this.dispatchEvent(data === undefined ? new Event(name) : new MessageEvent(name, { data }))
		})
	}
}

test('changes are reported by name and id while the stream is open, and asked for otherwise', () => {
	const source = new Source()
	const close = openStream('/stream', ['order', 'queue'], () => source as unknown as EventSource)
	const onEvent = vi.fn()
	renderHook(() => useLive(onEvent))
	const state = renderHook(() => useLiveState())
	const interval = renderHook(() => useLiveInterval())
	expect([state.result.current, interval.result.current]).toEqual(['polling', pollInterval])
	source.send('open')
	expect([state.result.current, interval.result.current]).toEqual(['live', false])
	source.send('order', '{"id":481907}')
	source.send('queue', '')
	source.send('unknown', '{"id":1}')
	expect(onEvent.mock.calls).toEqual([[{ name: 'order', id: '481907' }], [{ name: 'queue', id: '' }]])
	source.send('error')
	expect(interval.result.current).toBe(pollInterval)
	act(close)
	expect(source.close).toHaveBeenCalledTimes(1)
})

test('everything is read again after a reconnect, and a stream the server refused is opened again', () => {
	vi.useFakeTimers()
	const sources: Source[] = []
	const close = openStream('/stream', ['order', 'queue'], () => {
		sources.push(new Source())
		return sources.at(-1) as unknown as EventSource
	})
	const onEvent = vi.fn()
	renderHook(() => useLive(onEvent))
	const [first] = sources as [Source]
	first.send('open')
	expect(onEvent).not.toHaveBeenCalled()
	first.send('error')
	first.send('open')
	expect(onEvent.mock.calls).toEqual([[{ name: 'order', id: '*' }], [{ name: 'queue', id: '*' }]])
	first.readyState = 2
	first.send('error')
	expect(sources).toHaveLength(1)
	vi.advanceTimersByTime(reopenAfter)
	expect(sources).toHaveLength(2)
	sources[1]?.send('open')
	expect(onEvent).toHaveBeenCalledTimes(4)
	act(close)
	vi.useRealTimers()
})

test('twenty changes are two reads, and a read under way is never cut off', async () => {
	vi.useFakeTimers()
	const source = new Source()
	const close = openStream('/stream', ['order'], () => source as unknown as EventSource)
	const client = new QueryClient()
	let reads = 0
	let answer = () => {}
	const queryFn = () => {
		reads++
		return new Promise<number>((resolve) => {
			answer = () => resolve(reads)
		})
	}
	const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children)
	const { unmount } = renderHook(
		() => {
			useLiveReads(['orders'], ({ name }) => name === 'order')
			return useQuery({ queryKey: ['orders'], queryFn })
		},
		{ wrapper },
	)
	source.send('open')
	const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
	await act(async () => answer())
	expect(reads).toBe(1)
	for (let n = 0; n < 20; n++) source.send('order', `{"id":"${n}"}`)
	await pass(0)
	expect(reads).toBe(2)
	await pass(2000)
	expect(reads).toBe(2)
	await act(async () => answer())
	await pass(1000)
	expect(reads).toBe(3)
	await act(async () => answer())
	await pass(5000)
	expect(reads).toBe(3)
	unmount()
	act(close)
	vi.useRealTimers()
})
