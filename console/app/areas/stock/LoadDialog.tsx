import type { StockFaultLine, StockPreview, StockRow } from '@larek/api/admin/types.gen.ts'
import { exactTime } from '@larek/shared/time.ts'
import { useId, useState } from 'react'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Detail, Details } from '~/kit/Card.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { TextArea, TextField } from '~/kit/fields.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { faultLabels } from './labels.ts'
import { askPreview, sendCodes, stockKeys } from './queries.ts'

/** Converts a typed cost to the server's format, or returns undefined if it is not a sum. Free codes cost 0. */
export const costOf = (typed: string): string | undefined =>
	/^\d{1,9}([.,]\d{1,2})?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')).toFixed(2) : undefined

/** Checks a file of codes, then loads it. The codes live in this dialog only. */
export function LoadDialog({ row, onClose }: { row: StockRow; onClose: () => void }) {
	const [text, setText] = useState('')
	const [source, setSource] = useState('')
	const [cost, setCost] = useState('')
	const [seen, setSeen] = useState<StockPreview>()
	const [isAsked, setAsked] = useState(false)
	const unitCost = costOf(cost)
	const look = useAction({ run: () => askPreview(row.productId, text), onDone: setSeen })
	const load = useAction({
		run: (preview: StockPreview, key: string) => {
			const reason = { code: 'purchase', text: source.trim() }
			const load = { productId: row.productId, text, expected: preview.ready, source: source.trim() }
			const body = { ...load, unitCost: unitCost ?? null, reason }
			return sendCodes(body, key)
		},
		invalidate: [stockKeys.all],
		done: ({ message }) => message,
		onDone: onClose,
	})
	const change = (next: string) => {
		setText(next)
		setSeen(undefined)
	}
	const problem = look.problem ?? load.problem
	return (
		<Dialog
			open
			wide
			title={m['stock.load_title']()}
			subtitle={`${row.game}, ${row.title}`}
			onClose={onClose}
			footer={
				<>
					<span className="flex-1" />
					<Button onClick={onClose}>{m['common.cancel']()}</Button>
					{seen ? (
						<Button
							look="lamp"
							disabled={seen.ready === 0}
							busy={load.busy}
							onClick={() => (unitCost ? load.start(seen) : setAsked(true))}
						>
							{m['stock.load_count']({ count: seen.ready })}
						</Button>
					) : (
						<Button look="lamp" disabled={text.trim() === ''} busy={look.busy} onClick={() => look.start(undefined)}>
							{m['stock.check']()}
						</Button>
					)}
				</>
			}
		>
			<div className="grid gap-3.5">
				{problem && (
					<div role="alert">
						<Note tone="bad">{problemSentence(problem)}</Note>
					</div>
				)}
				<FileField onText={change} />
				{seen ? (
					<FileReport preview={seen} />
				) : (
					<TextArea
						label={m['stock.text']()}
						hint={m['stock.text_hint']()}
						rows={6}
						autoComplete="off"
						spellCheck={false}
						value={text}
						onChange={(event) => change(event.target.value)}
					/>
				)}
				<div className="grid gap-3 md:grid-cols-2">
					<TextField
						label={m['stock.source']()}
						maxLength={200}
						value={source}
						onChange={(event) => setSource(event.target.value)}
					/>
					<TextField
						label={m['stock.unit_cost']()}
						hint={m['stock.unit_cost_hint']()}
						error={isAsked && !unitCost ? m['stock.unit_cost_needed']() : undefined}
						inputMode="decimal"
						required
						value={cost}
						onChange={(event) => setCost(event.target.value)}
					/>
				</div>
			</div>
		</Dialog>
	)
}

/** The largest file that is read; fifty thousand codes are much smaller. */
const mostBytes = 2_400_000

/** Reads a local text file. The server rejects other files. */
export function FileField({ onText }: { onText: (text: string) => void }) {
	const id = useId()
	const [error, setError] = useState('')
	return (
		<div className="grid gap-1">
			<label htmlFor={id} className="text-xs font-medium text-muted">
				{m['stock.file']()}
			</label>
			<input
				id={id}
				type="file"
				accept=".txt,.csv,text/plain,text/csv"
				className="control py-1"
				onChange={async (event) => {
					const file = event.target.files?.[0]
					if (!file) return
					const isLarge = file.size > mostBytes
					setError(isLarge ? m['stock.file_large']() : '')
					if (!isLarge) onText(await file.text())
				}}
			/>
			{error && (
				<p role="alert" className="text-xs text-coral">
					{error}
				</p>
			)}
		</div>
	)
}

/** Previews a file: codes to load, and rejected lines, masked. */
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
			<span>{faultLabels[fault]()}</span>
		</li>
	)
}
