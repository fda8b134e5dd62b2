import { Popover } from '@base-ui/react/popover'
import { Columns3 } from 'lucide-react'
import { buttonClass } from '~/kit/Button.tsx'
import { popup } from '~/kit/popup.ts'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'

interface ColumnPickerProps<Row> {
	columns: Column<Row>[]
	/** Nothing chosen yet: all but the optional ones. */
	chosen?: ReadonlySet<string>
	onChange: (chosen: ReadonlySet<string>) => void
}

/** Which columns of a list are shown. */
export function ColumnPicker<Row>({ columns, chosen, onChange }: ColumnPickerProps<Row>) {
	const shown = chosen ?? new Set(columns.filter(({ optional }) => !optional).map(({ id }) => id))
	const toggle = (id: string) => {
		const next = new Set(shown)
		if (!next.delete(id)) next.add(id)
		onChange(next)
	}
	return (
		<Popover.Root>
			<Popover.Trigger className={buttonClass({ size: 'small' }, 'ml-auto max-md:hidden')}>
				<Columns3 size={14} aria-hidden="true" />
				{m['orders.columns']()}
			</Popover.Trigger>
			<Popover.Portal>
				<Popover.Positioner sideOffset={6} align="end" className="z-50">
					<Popover.Popup aria-label={m['orders.columns']()} className={popup.box}>
						{columns.slice(1).map(({ id, header }) => (
							<label key={id} className="flex min-h-8 items-center gap-2 px-2">
								<input type="checkbox" className="tick" checked={shown.has(id)} onChange={() => toggle(id)} />
								{header}
							</label>
						))}
					</Popover.Popup>
				</Popover.Positioner>
			</Popover.Portal>
		</Popover.Root>
	)
}
