import type { StockPreview, StockRow } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { TextArea, TextField } from '~/kit/fields.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { FileField } from './FileField.tsx'
import { FileReport } from './FileReport.tsx'
import { askPreview, sendCodes, stockKeys } from './queries.ts'

/** A file of codes: looked at first, then loaded. The codes live in this dialog only. */
export function LoadDialog({ row, onClose }: { row: StockRow; onClose: () => void }) {
	const [text, setText] = useState('')
	const [source, setSource] = useState('')
	const [cost, setCost] = useState('')
	const [seen, setSeen] = useState<StockPreview>()
	const unitCost = /^\d{1,9}([.,]\d{1,2})?$/.test(cost) ? Number(cost.replace(',', '.')).toFixed(2) : null
	const look = useAction({ run: () => askPreview(row.productId, text), onDone: setSeen })
	const load = useAction({
		run: (preview: StockPreview, key: string) => {
			const reason = { code: 'purchase', text: source.trim() }
			const body = { productId: row.productId, text, expected: preview.ready, source: source.trim(), unitCost, reason }
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
						<Button look="lamp" disabled={seen.ready === 0} busy={load.busy} onClick={() => load.start(seen)}>
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
						inputMode="decimal"
						value={cost}
						onChange={(event) => setCost(event.target.value)}
					/>
				</div>
			</div>
		</Dialog>
	)
}
