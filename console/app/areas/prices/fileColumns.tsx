import type { PriceImport, PriceImportLine } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { Money } from '~/kit/Money.tsx'
import { Tag } from '~/kit/Pill.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'

export const stateLabel = {
	checked: m['prices.file_checked'],
	applying: m['prices.file_applying'],
	applied: m['prices.file_applied'],
}

/** Files of prices. */
export const fileColumns = (): Column<PriceImport>[] => [
	{ id: 'name', header: m['prices.file'](), phone: 'title', cell: ({ name }) => <strong>{name}</strong> },
	{
		id: 'state',
		header: m['prices.file_state'](),
		phone: 'end',
		cell: ({ state }) => <Tag>{stateLabel[state]()}</Tag>,
	},
	{ id: 'lines', header: m['prices.lines'](), align: 'right', cell: ({ lines }) => lines },
	{ id: 'ready', header: m['prices.will_change'](), align: 'right', cell: ({ ready }) => ready },
	{ id: 'applied', header: m['prices.changed'](), align: 'right', cell: ({ applied }) => applied },
	{
		id: 'created',
		header: m['prices.loaded'](),
		phone: 'line',
		cell: ({ created, by }) => `${dayAndTime(new Date(created))}, ${by.name}`,
	},
]

const verdictLabel = {
	ready: m['prices.verdict_ready'],
	same: m['prices.verdict_same'],
	below_cost: m['prices.verdict_below_cost'],
	refused: m['prices.verdict_refused'],
	not_found: m['prices.verdict_not_found'],
	unclear: m['prices.verdict_unclear'],
	repeated: m['prices.verdict_repeated'],
	applied: m['prices.verdict_applied'],
}

const tones: Partial<Record<PriceImportLine['verdict'], string>> = {
	ready: 'text-mint',
	applied: 'text-mint',
	same: 'text-muted',
	below_cost: 'text-lamp-text',
}

/** Lines of a file with their planned or actual result. */
export const lineColumns = (): Column<PriceImportLine>[] => [
	{ id: 'line', header: m['prices.line'](), align: 'right', width: 80, cell: ({ line }) => line },
	{
		id: 'title',
		header: m['prices.product'](),
		phone: 'title',
		cell: ({ title, goods, id }) => (
			<>
				<strong>{title || m['prices.line']()}</strong>{' '}
				<span className="text-xs text-muted">
					{goods === 'gift' ? m['prices.gift_number']({ id: id ?? '' }) : id && m['prices.product_number']({ id })}
				</span>
			</>
		),
	},
	{
		id: 'old',
		header: m['prices.price'](),
		align: 'right',
		cell: ({ oldPrice }) => oldPrice && <Money sum={oldPrice} />,
	},
	{
		id: 'price',
		header: m['prices.new'](),
		align: 'right',
		phone: 'end',
		cell: ({ price, text }) => (price ? <Money sum={price} strong /> : text),
	},
	{
		id: 'verdict',
		header: m['prices.verdict'](),
		phone: 'line',
		cell: ({ verdict, words }) => (
			<>
				<span className={tones[verdict] ?? 'text-coral'}>{verdictLabel[verdict]()}</span>
				{words && <span className="block text-xs text-muted">{words}</span>}
			</>
		),
	},
]
