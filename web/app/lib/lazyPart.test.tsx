import { render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyPart, loadPartsAhead } from './lazyPart.ts'

test('a part that did not come because the network was gone is asked for again when it is back', async () => {
	const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
	const load = vi
		.fn<() => Promise<{ default: () => React.ReactNode }>>()
		.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
		.mockResolvedValue({ default: () => <p>QR</p> })
	const Part = lazyPart(load)
	render(
		<Suspense fallback={<p>…</p>}>
			<Part />
		</Suspense>,
	)
	await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
	expect(screen.getByText('…')).toBeInTheDocument()
	online.mockReturnValue(true)
	dispatchEvent(new Event('online'))
	expect(await screen.findByText('QR')).toBeInTheDocument()
	expect(load).toHaveBeenCalledTimes(2)
})

test('a part that was loaded ahead is shown at once, without its fallback', async () => {
	const load = vi.fn(async () => ({ default: () => <p>QR</p> }))
	const Part = lazyPart(load, { ahead: true })
	loadPartsAhead()
	await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
	await load.mock.results[0]?.value
	render(
		<Suspense fallback={<p>…</p>}>
			<Part />
		</Suspense>,
	)
	expect(screen.getByText('QR')).toBeInTheDocument()
	expect(load).toHaveBeenCalledTimes(1)
})
