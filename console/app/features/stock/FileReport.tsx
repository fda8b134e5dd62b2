import type { StockFaultLine, StockPreview } from '@larek/api/admin/types.gen.ts'
import { exactTime } from '@larek/shared/time.ts'
import { Detail, Details } from '~/kit/Card.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { faultWords } from './words.ts'

/** What is in a file: what would be loaded, and the lines that would not, masked. */
export function FileReport({ preview }: { preview: StockPreview }) {
	const { lines, ready, format, expiry, repeated, known, firstExpiry, faults } = preview
	return (
		<section aria-label={m['stock.report']()} className="grid gap-3">
			<Details wide>
				<Detail name={m['stock.lines']()}>{lines}</Detail>
				<Detail name={m['stock.ready']()}>
					<strong className="text-mint">{ready}</strong>
				</Detail>
				<Detail name={m['stock.fault_known']()}>{known}</Detail>
				<Detail name={m['stock.fault_repeated']()}>{repeated}</Detail>
				<Detail name={m['stock.fault_format']()}>{format}</Detail>
				<Detail name={m['stock.fault_expiry']()}>{expiry}</Detail>
				{firstExpiry && <Detail name={m['stock.first_expiry']()}>{exactTime(new Date(firstExpiry))}</Detail>}
			</Details>
			{faults.length > 0 && <Note tone="soon">{m['stock.skipped']()}</Note>}
			<ul className="max-h-48 overflow-y-auto" aria-label={m['stock.faults']()}>
				{faults.map((fault) => (
					<Fault key={fault.line} fault={fault} />
				))}
			</ul>
		</section>
	)
}

function Fault({ fault: { line, masked, fault } }: { fault: StockFaultLine }) {
	return (
		<li className="flex gap-3 border-t border-hair py-1 first:border-t-0">
			<span className="w-20 text-muted">{m['stock.line']({ line })}</span>
			<span className="w-24 font-mono">{masked}</span>
			<span>{faultWords[fault]()}</span>
		</li>
	)
}
