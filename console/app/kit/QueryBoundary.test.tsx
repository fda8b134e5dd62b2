import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { QueryBoundary } from './QueryBoundary.tsx'

let isGone = false

function Screen() {
	const query = useQuery({
		queryKey: ['row'],
		retry: false,
		queryFn: async () => {
			if (isGone) throw new Error('gone')
			return 'Возврат'
		},
	})
	return (
		<QueryBoundary query={query} skeleton={null}>
			{(title) => (
				<label>
					{title}
					<input />
				</label>
			)}
		</QueryBoundary>
	)
}

test('what was typed stays when a later read fails', async () => {
	const client = new QueryClient()
	render(
		<QueryClientProvider client={client}>
			<Screen />
		</QueryClientProvider>,
	)
	await userEvent.type(await screen.findByLabelText('Возврат'), 'Поставщик молчит')
	isGone = true
	await client.refetchQueries()
	expect(await screen.findByRole('status')).toBeVisible()
	expect(screen.getByLabelText('Возврат')).toHaveValue('Поставщик молчит')
})
