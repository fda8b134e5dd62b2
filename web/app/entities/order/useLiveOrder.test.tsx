import { act, render } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { useLiveOrder } from './useLiveOrder.ts'

const stream = vi.hoisted(() => ({ change: () => {} }))
vi.mock('./orderStream.ts', () => ({
	subscribeToOrder: ({ onChange }: { onChange: () => void }) => {
		stream.change = onChange
		return () => {}
	},
}))

function Page() {
	useLiveOrder({ id: 5, hash: 'H' })
	return null
}

test('a burst of changes is loaded once, and once more for what came meanwhile', async () => {
	const loading: Array<() => void> = []
	const loader = vi.fn(() => new Promise<null>((done) => loading.push(() => done(null))))
	const Stub = createRoutesStub([{ id: 'order', path: '/', Component: Page, loader }])
	render(<Stub hydrationData={{ loaderData: { order: null } }} />)
	expect(loader).toHaveBeenCalledTimes(0)
	await act(async () => {
		for (let n = 0; n < 5; n++) stream.change()
	})
	expect(loader).toHaveBeenCalledTimes(1)
	await act(async () => loading.shift()?.())
	expect(loader).toHaveBeenCalledTimes(2)
	await act(async () => loading.shift()?.())
	expect(loader).toHaveBeenCalledTimes(2)
})
