import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollInterval, reopenDelay, type Stream, subscribeToOrder } from './orderStream.ts'

class FakeStream implements Stream {
	static made: FakeStream[] = []
	readyState = 0
	url: string
	#listeners = new Map<string, () => void>()
	constructor(url: string) {
		this.url = url
		FakeStream.made.push(this)
	}
	addEventListener(type: string, listener: () => void) {
		this.#listeners.set(type, listener)
	}
	say(type: string, readyState = 1) {
		this.readyState = readyState
		this.#listeners.get(type)?.()
	}
	close() {
		this.readyState = 2
	}
}

const stream = () => FakeStream.made.at(-1) as FakeStream
const onChange = vi.fn()
const fetchState = vi.fn<() => Promise<string>>()
let stop: () => void

beforeEach(() => {
	vi.useFakeTimers()
	FakeStream.made = []
	onChange.mockReset()
	fetchState.mockReset()
	stop = subscribeToOrder({ hash: 'H', onChange, fetchState, open: (url) => new FakeStream(url) })
})
afterEach(() => {
	stop()
	vi.useRealTimers()
})

test('an order is followed by its stream, and looked at once the stream is there', async () => {
	expect(stream().url).toBe('/api/orders/H/events/')
	stream().say('open')
	expect(onChange).toHaveBeenCalledTimes(1)
	stream().say('change')
	expect(onChange).toHaveBeenCalledTimes(2)
	await vi.advanceTimersByTimeAsync(60_000)
	expect(fetchState).not.toHaveBeenCalled()
})

test('without the stream it is asked about every three seconds, and told of only when something changed', async () => {
	fetchState
		.mockResolvedValueOnce('waiting')
		.mockResolvedValueOnce('waiting')
		.mockRejectedValueOnce(new Error('unreachable'))
	fetchState.mockResolvedValue('paid')
	stream().say('error', 0)
	await vi.advanceTimersByTimeAsync(2 * pollInterval)
	expect(onChange).not.toHaveBeenCalled()
	await vi.advanceTimersByTimeAsync(2 * pollInterval)
	expect(fetchState).toHaveBeenCalledTimes(4)
	expect(onChange).toHaveBeenCalledTimes(1)
})

test('the stream coming back ends the questions', async () => {
	fetchState.mockResolvedValue('waiting')
	stream().say('error', 0)
	await vi.advanceTimersByTimeAsync(pollInterval)
	stream().say('open')
	await vi.advanceTimersByTimeAsync(60_000)
	expect(fetchState).toHaveBeenCalledTimes(1)
	expect(FakeStream.made).toHaveLength(1)
})

test('a refused stream is tried again', async () => {
	fetchState.mockResolvedValue('waiting')
	stream().say('error', 2)
	await vi.advanceTimersByTimeAsync(reopenDelay)
	expect(FakeStream.made).toHaveLength(2)
})

test('coming back to the page is a reason to look', () => {
	document.dispatchEvent(new Event('visibilitychange'))
	expect(onChange).toHaveBeenCalledTimes(1)
})

test('nothing happens after the end', async () => {
	stream().say('error', 2)
	stop()
	await vi.advanceTimersByTimeAsync(60_000)
	expect(FakeStream.made).toHaveLength(1)
	expect(fetchState).not.toHaveBeenCalled()
})
