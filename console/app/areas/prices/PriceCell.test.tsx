import type { PriceRow } from '@larek/api/admin/types.gen.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PriceCell } from './PriceCell.tsx'

test('a price that is read again does not replace the one that is being typed', async () => {
	const onType = vi.fn()
	const cell = (price: string) => (
		<PriceCell
			row={{ title: '60 UC', price } as PriceRow}
			text={undefined}
			preview={undefined}
			onType={onType}
			onPaste={() => {}}
		/>
	)
	const { rerender } = render(cell('85.00'))
	const input = screen.getByRole('textbox')
	rerender(cell('86.00'))
	expect(input).toHaveValue('86,00')
	await userEvent.clear(input)
	await userEvent.type(input, '99')
	rerender(cell('87.00'))
	expect(input).toHaveValue('99')
	await userEvent.tab()
	expect(onType).toHaveBeenCalledExactlyOnceWith('99')
})
