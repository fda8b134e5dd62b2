import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { FeedItem } from './feedItem.ts'
import { LiveFeed } from './LiveFeed.tsx'

const { subscribeLiveFeed } = vi.hoisted(() => ({ subscribeLiveFeed: vi.fn() }))
vi.mock('./subscribeLiveFeed.ts', () => ({ subscribeLiveFeed }))

/** The page is scrolled to the feed. */
let scrollThere: () => void
class Watcher {
	observe = vi.fn()
	disconnect = vi.fn()
	constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
		seen([{ isIntersecting: false }])
		scrollThere = () => seen([{ isIntersecting: true }])
	}
}
vi.stubGlobal('IntersectionObserver', Watcher)

const delivery = (id: number, nickname: string, created: string): FeedItem => ({
	id,
	nickname,
	created,
	goods: 'PUBG Mobile, 60 UC',
})

test('a new delivery slides in before the others, and they stay where they are', async () => {
	const stop = vi.fn()
	subscribeLiveFeed.mockReturnValue(stop)
	const old = delivery(1, 'Ko***t', '2026-11-15T10:00:00Z')
	const { unmount } = render(<LiveFeed deliveries={[old]} />)
	expect(screen.getByRole('listitem')).not.toHaveClass('slide-in')
	expect(subscribeLiveFeed).not.toHaveBeenCalled()
	scrollThere()
	await waitFor(() => expect(subscribeLiveFeed).toHaveBeenCalledOnce())
	act(() => subscribeLiveFeed.mock.lastCall?.[0]([delivery(2, 'Ma***a', '2026-11-15T11:00:00Z'), old]))
	const [first, second] = screen.getAllByRole('listitem')
	expect(first).toHaveTextContent('Ma***a')
	expect(first).toHaveClass('slide-in')
	expect(second).not.toHaveClass('slide-in')
	expect(screen.getByRole('status')).toHaveTextContent('в эфире')
	unmount()
	expect(stop).toHaveBeenCalledOnce()
})
