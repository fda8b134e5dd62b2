import type { PricePreviewRow, PriceRow } from '@larek/api/admin/types.gen.ts'
import { classes } from '@larek/shared/classes.ts'
import { type KeyboardEvent, useState } from 'react'
import { m } from '~/paraglide/messages.js'
import { isTable } from './draft.ts'

interface PriceCellProps {
	row: PriceRow
	/** As it was typed or pasted; absent while the price stays. */
	text: string | undefined
	preview: PricePreviewRow | undefined
	onType: (text: string) => void
	onPaste: (table: string) => void
}

/** A new price, typed in place. Enter goes to the next row; a table in the clipboard fills the rows below. */
export function PriceCell({ row, text, preview, onType, onPaste }: PriceCellProps) {
	const shown = text ?? row.price.replace('.', ',')
	// The text while it is typed: a price loaded meanwhile does not replace it.
	const [typed, setTyped] = useState<string>()
	const leave = () => {
		if (typed !== undefined) onType(typed)
		setTyped(undefined)
	}
	const isBad = preview?.verdict === 'refused' || preview?.verdict === 'unclear'
	return (
		<input
			value={typed ?? shown}
			inputMode="decimal"
			data-price
			aria-label={m['prices.new_of']({ title: row.title })}
			aria-invalid={isBad || undefined}
			onChange={(event) => setTyped(event.target.value)}
			onBlur={leave}
			onKeyDown={(event) => moveDown(event, () => setTyped(undefined))}
			onPaste={(event) => {
				const table = event.clipboardData.getData('text')
				if (!isTable(table)) return
				event.preventDefault()
				setTyped(undefined)
				onPaste(table)
			}}
			className={classes(
				'control ml-auto w-27 text-right max-md:w-full',
				text === undefined ? 'border-transparent bg-transparent! hover:border-line' : 'font-semibold',
				isBad && 'border-coral! text-coral',
			)}
		/>
	)
}

function moveDown(event: KeyboardEvent<HTMLInputElement>, reset: () => void) {
	if (event.key === 'Escape') reset()
	if (event.key !== 'Enter' && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
	event.preventDefault()
	const cells = [...document.querySelectorAll<HTMLInputElement>('input[data-price]')]
	const next = cells[cells.indexOf(event.currentTarget) + (event.key === 'ArrowUp' ? -1 : 1)]
	if (next) next.select()
	else event.currentTarget.blur()
}
