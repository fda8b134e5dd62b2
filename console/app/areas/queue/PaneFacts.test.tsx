import type { QueueDetail } from '@larek/api/admin/types.gen.ts'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PaneFacts } from './PaneFacts.tsx'

test('a cost leads to the price it decides about and to the offers of its supplier', () => {
	const facts = [
		{ label: 'Товар', value: '60 UC', kind: 'text' },
		{ label: 'Поставщик', value: 'moogold', kind: 'party' },
		{ label: 'Просит', value: '12.0600 USD', kind: 'money' },
	]
	render(
		<MemoryRouter>
			<PaneFacts detail={{ item: { kind: 'cost', id: 7 }, facts, picture: null } as unknown as QueueDetail} />
		</MemoryRouter>,
	)
	expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
		'/prices?q=60+UC',
		'/suppliers?supplier=moogold',
	])
	expect(screen.getByText(/^12,06\s\$$/)).toBeInTheDocument()
})
