import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { MovementsPage, ProfileData } from './profile.ts'
import { usePortions } from './usePortions.ts'

const move = (id: number) => ({ id, title: `move ${id}` }) as MovementsPage['rows'][number]
const answers: Record<string, ProfileData> = {
	'2': { orders: null, movements: { rows: [move(2), move(3)], isMore: true } },
	'3': { orders: null, movements: null },
}
const first: MovementsPage = { rows: [move(1), move(2)], isMore: true }

const Nothing = () => null

function List() {
	const { rows, isMore, failed, more } = usePortions(
		first,
		({ movements }) => movements,
		(_, count) => `/more?moves=${count}`,
	)
	return (
		<>
			<p>{rows.map(({ id }) => id).join(' ')}</p>
			{isMore && (
				<button type="button" onClick={more}>
					more
				</button>
			)}
			{failed && <p role="alert">failed</p>}
		</>
	)
}

test('a list goes on with the next portion, shows nothing twice, and says when the next did not come', async () => {
	const user = userEvent.setup()
	const asked: string[] = []
	const Stub = createRoutesStub([
		{ path: '/', Component: List },
		{
			path: '/more',
			Component: Nothing,
			loader: ({ request }) => {
				const from = new URL(request.url).searchParams.get('moves') ?? ''
				asked.push(from)
				return answers[from]
			},
		},
	])
	render(<Stub />)
	await user.click(await screen.findByRole('button', { name: 'more' }))
	expect(await screen.findByText('1 2 3')).toBeVisible()
	await user.click(screen.getByRole('button', { name: 'more' }))
	expect(await screen.findByRole('alert')).toBeVisible()
	expect(screen.getByText('1 2 3')).toBeVisible()
	expect(asked).toEqual(['2', '3'])
})
