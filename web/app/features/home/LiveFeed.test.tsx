import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Delivery } from './feedItem.ts'
import { Feed } from './LiveFeed.tsx'

const { followFeed } = vi.hoisted(() => ({ followFeed: vi.fn() }))
vi.mock('./subscribeLiveFeed.ts', () => ({ followFeed }))
vi.mock('~/lib/idle.ts', () => ({ whenIdle: (run: () => void) => run() }))

const delivery = (nickname: string, created: string): Delivery => ({ nickname, created, goods: 'PUBG Mobile, 60 UC' })

test('a new delivery slides in before the others, and they stay where they are', async () => {
	const stop = vi.fn()
	followFeed.mockReturnValue(stop)
	const old = delivery('Ko***t', '2026-11-15T10:00:00Z')
	const { unmount } = render(<Feed deliveries={[old]} />)
	expect(screen.getByRole('listitem')).not.toHaveClass('slide-in')
	await vi.waitFor(() => expect(followFeed).toHaveBeenCalledOnce())
	act(() => followFeed.mock.lastCall?.[0]([delivery('Ma***a', '2026-11-15T11:00:00Z'), old]))
	const [first, second] = screen.getAllByRole('listitem')
	expect(first).toHaveTextContent('Ma***a')
	expect(first).toHaveClass('slide-in')
	expect(second).not.toHaveClass('slide-in')
	expect(screen.getByRole('status')).toHaveTextContent('в эфире')
	unmount()
	expect(stop).toHaveBeenCalledOnce()
})
