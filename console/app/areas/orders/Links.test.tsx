import type { ConsoleOrder } from '@larek/api/admin/types.gen.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { learnPartners } from '~/api/names.ts'
import { Links } from './Links.tsx'

vi.mock('./ProofDrawer.tsx', () => ({ ProofDrawer: () => null }))

test('the links of an order name the number its supplier knows it by', () => {
	learnPartners({ providers: [], methods: [], suppliers: [{ name: 'moogold', title: 'MooGold' }] })
	const keys = [
		{ supplier: 'moogold', key: '4020-1', ref: '179498141146' },
		{ supplier: 'rokky', key: '4020-2', ref: null },
	]
	const links = { workflowId: 'order-4020', historyUrl: null, reference: null, providerId: null, keys }
	render(
		<QueryClientProvider client={new QueryClient()}>
			<MemoryRouter>
				<Links order={4020} links={links as unknown as ConsoleOrder['links']} />
			</MemoryRouter>
		</QueryClientProvider>,
	)
	expect(screen.getByText('Номер у MooGold')).toBeInTheDocument()
	expect(screen.getByText('179498141146')).toBeInTheDocument()
	expect(screen.queryByText('Номер у Rokky')).toBeNull()
})
