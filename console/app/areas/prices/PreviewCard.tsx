import type { PricePreviewRow } from '@larek/api/admin/types.gen.ts'
import { classes } from '@larek/shared/classes.ts'
import { CircleHelp, TriangleAlert } from 'lucide-react'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { m } from '~/paraglide/messages.js'
import { countRows, isRisky, signedPercent } from './draft.ts'

interface PreviewCardProps {
	rows: PricePreviewRow[]
	onDrop: (row: PricePreviewRow) => void
	onClear: () => void
}

/** Previews new prices: how many can be saved, and the reason for each that cannot. */
export function PreviewCard({ rows, onDrop, onClear }: PreviewCardProps) {
	const { ready, same, loss, lost } = countRows(rows)
	const odd = rows.filter((row) => isRisky(row) || (row.verdict !== 'ready' && row.verdict !== 'same'))
	return (
		<Card
			title={m['prices.preview']({ count: rows.length })}
			aside={
				<Button size="small" look="flat" onClick={onClear}>
					{m['prices.drop_all']()}
				</Button>
			}
			flush
		>
			<dl className="grid grid-cols-4 gap-2 px-3.5 py-3">
				<Figure name={m['prices.ready']()} value={ready} />
				<Figure name={m['prices.same']()} value={same} />
				<Figure name={m['prices.loss']()} value={loss} tone="text-coral" />
				<Figure name={m['prices.lost']()} value={lost} tone="text-lamp-text" />
			</dl>
			<ul aria-label={m['prices.odd']()}>
				{odd.map((row, at) => (
					<OddRow key={`${row.id ?? row.title}-${String(at)}`} row={row} onDrop={() => onDrop(row)} />
				))}
			</ul>
		</Card>
	)
}

function Figure({ name, value, tone }: { name: string; value: number; tone?: string }) {
	return (
		<div className={classes('flex flex-col-reverse', value > 0 && tone)}>
			<dt className="text-xs">{name}</dt>
			<dd className="text-lg font-semibold">{value}</dd>
		</div>
	)
}

function OddRow({ row, onDrop }: { row: PricePreviewRow; onDrop: () => void }) {
	const isLoss = row.verdict === 'refused' || isRisky(row)
	const Icon = isLoss ? TriangleAlert : CircleHelp
	return (
		<li className="flex gap-2.5 border-t border-hair px-3.5 py-2.5">
			<Icon
				size={16}
				aria-hidden="true"
				className={classes('mt-0.5 flex-none', isLoss ? 'text-coral' : 'text-lamp-text')}
			/>
			<div className="min-w-0 flex-1">
				<p className="font-semibold break-words">
					{row.title || m['prices.line']()}: {row.text}
				</p>
				<p className="text-xs text-muted">
					{[row.changePercent && signedPercent(row.changePercent), row.words].filter(Boolean).join(' · ')}
				</p>
			</div>
			<Button size="small" onClick={onDrop}>
				{m['prices.skip']()}
			</Button>
		</li>
	)
}
