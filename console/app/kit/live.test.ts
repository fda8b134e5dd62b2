import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openStream, pollInterval, useLive, useLiveInterval, useLiveState } from './live.ts'

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
