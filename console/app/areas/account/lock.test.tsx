import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { sessionKeys } from '~/api/session.ts'
import { listenForHotkeys, useHotkey } from '~/kit/hotkeys.ts'
import { useLock } from './signInQueries.ts'

function Screen() {
	const lock = useLock()
	useHotkey('lock', () => lock.start({}))
	return null
}

test('two keys lock the screen at once, and the session says so', async () => {
	const asked: string[] = []
	vi.stubGlobal('fetch', async (request: Request) => {
		asked.push(`${request.method} ${new URL(request.url).pathname}`)
		return Response.json({
			state: 'locked',
			methods: ['totp', 'password'],
			name: 'Анна',
			expires_at: null,
			locks_at: null,
			fresh_until: null,
		})
	})
	const client = new QueryClient()
	const stop = listenForHotkeys()
	render(
		<QueryClientProvider client={client}>
			<Screen />
		</QueryClientProvider>,
	)
	await userEvent.keyboard('gl')
	await waitFor(() => expect(client.getQueryData(sessionKeys.state)).toMatchObject({ state: 'locked' }))
	expect(asked).toEqual(['POST /api/admin/session/lock/'])
	stop()
	vi.unstubAllGlobals()
})
