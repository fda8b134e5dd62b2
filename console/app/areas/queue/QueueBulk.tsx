import type { QueueBatchAction, QueueItem, QueueKind } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { Check, Hand, ListChecks, StickyNote, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { queueTitle } from '~/common/queueLabels.ts'
import { reasonsOf } from '~/common/reasons.ts'
import { rules } from '~/common/SpecDialog.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { problemSentence, useAction } from '~/kit/action.ts'
import { BulkBar } from '~/kit/BulkBar.tsx'
import { Button } from '~/kit/Button.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { field, TextArea } from '~/kit/fields.tsx'
import { Note } from '~/kit/states.tsx'
import { showToast } from '~/kit/toast.ts'
import { m } from '~/paraglide/messages.js'
import { type Batch, type DoneBatch, keyOf, queueKeys, sendBatch } from './queries.ts'
import type { RowSelection } from './selection.ts'
import { icons, labelsOf } from './ways.ts'

const invalidate = [queueKeys.all, ['orders']]

interface QueueBulkProps {
	items: QueueItem[]
	selection: RowSelection
	/** What the operator may do to many rows of a kind. */
	actionsOf: (kind: QueueKind) => QueueBatchAction[]
}

/** Actions on the selected rows; each row is checked and recorded separately. */
export function QueueBulk({ items, selection, actionsOf }: QueueBulkProps) {
	const { rows } = selection
	const [asked, setAsked] = useState<Pick<Batch, 'action' | 'rows'>>()
	const [done, setDone] = useState<DoneBatch>()
	const finish = (batch: DoneBatch) => {
		const { report, action } = batch
		const ended = batch.rows.filter(({ id }) => report.rows.some((row) => row.item === id && row.done))
		// Taken rows stay selected for the next action; after other actions only refused rows do.
		if (action !== 'take') selection.toggleAll(ended.map(keyOf))
		const isTold = report.refused > 0 || needsReason(action)
		setDone(isTold ? batch : undefined)
		if (!isTold) showToast({ tone: 'good', text: summary(batch) })
	}
	const direct = useAction({ run: sendBatch, invalidate, onDone: finish })
	const start = (action: QueueBatchAction) =>
		isDirect(action) ? direct.start({ action, rows, reason: null, text: null }) : setAsked({ action, rows })
	const [first] = rows
	const others = items.filter((item) => selection.fits(item) && !selection.keys.has(keyOf(item)))
	const everything = {
		label: m['queue.select_kind']({ count: rows.length + others.length }),
		icon: ListChecks,
		run: () => selection.toggleAll(others.map(keyOf)),
	}
	return (
		<>
			{first && (
				<BulkBar
					selection={selection}
					sum={sumOf(rows)}
					problem={direct.problem && problemSentence(direct.problem)}
					actions={[
						...(others.length > 0 ? [everything] : []),
						...actionsOf(first.kind).map((action) => ({
							...lookOf(action, first.kind),
							busy: isDirect(action) && direct.busy,
							run: () => start(action),
						})),
					]}
				/>
			)}
			{asked && <BatchDialog {...asked} onClose={() => setAsked(undefined)} onDone={finish} />}
			{done && <Report key={done.report.batch} batch={done} onClose={() => setDone(undefined)} onDone={finish} />}
		</>
	)
}

const isDirect = (action: QueueBatchAction): action is 'take' | 'release' => action === 'take' || action === 'release'
const needsReason = (action: QueueBatchAction) => !isDirect(action) && action !== 'note'

const summary = ({ report }: DoneBatch) => m['orders.batch_done']({ done: report.done, count: report.rows.length })

/** The total of the rows, if all of them are about money in one currency. */
function sumOf(rows: QueueItem[]): string | undefined {
	const currency = rows[0]?.currency ?? ''
	if (rows.some((row) => !row.amount || row.currency !== currency)) return undefined
	const sum = rows.reduce((total, { amount }) => total + parseMoney(amount ?? '0'), 0)
	return formatMoney(sum, currency, { exact: true })
}

function lookOf(action: QueueBatchAction, kind: QueueKind) {
	if (action === 'take') return { label: m['queue.take'](), icon: Hand }
	if (action === 'release') return { label: m['queue.release'](), icon: Undo2 }
	if (action === 'note') return { label: m['orders.note'](), icon: StickyNote }
	return { label: labelsOf(action, kind)[0], icon: icons[action].icon }
}

const schemas = {
	note: z.object({ text: rules.text }),
	way: z.object({ text: z.string() }),
}

interface BatchDialogProps {
	action: QueueBatchAction
	rows: QueueItem[]
	onClose: () => void
	onDone: (batch: DoneBatch) => void
}

function BatchDialog({ action, rows, onClose, onDone }: BatchDialogProps) {
	const kind = rows[0]?.kind as QueueKind
	const { label } = lookOf(action, kind)
	const way = isDirect(action) || action === 'note' ? undefined : action
	return (
		<ActionDialog
			open
			onClose={onClose}
			title={label}
			subtitle={[m['kit.selected']({ count: rows.length }), sumOf(rows)].filter(Boolean).join(' · ')}
			consequences={[...(way ? [labelsOf(way, kind)[1]] : []), m['queue.each_alone']()]}
			schema={way ? schemas.way : schemas.note}
			defaults={{ text: '' }}
			reasons={way && reasonsOf(...icons[way].reasons)}
			bad={way && icons[way].bad}
			submit={label}
			run={({ reason, text }, key) =>
				sendBatch({ action, rows, reason: way ? reason : null, text: way ? null : text }, key)
			}
			invalidate={invalidate}
			onDone={onDone}
		>
			{(form) => !way && <TextArea label={m['action.note_text']()} {...field(form, 'text')} />}
		</ActionDialog>
	)
}

interface ReportProps {
	batch: DoneBatch
	onClose: () => void
	onDone: (batch: DoneBatch) => void
}

/** What became of each row, refused ones first; these can be tried again. */
function Report({ batch, onClose, onDone }: ReportProps) {
	const { report, rows, ...request } = batch
	const again = useAction({ run: sendBatch, invalidate, onDone })
	const refused = rows.filter(({ id }) => report.rows.some((row) => row.item === id && !row.done))
	return (
		<Dialog
			open
			title={summary(batch)}
			subtitle={lookOf(batch.action, rows[0]?.kind as QueueKind).label}
			onClose={onClose}
			footer={
				<>
					{refused.length > 0 && (
						<Button busy={again.busy} onClick={() => again.start({ ...request, rows: refused })}>
							{m['queue.repeat_refused']()}
						</Button>
					)}
					<span className="flex-1" />
					<Button look="lamp" onClick={onClose}>
						{m['common.close']()}
					</Button>
				</>
			}
		>
			{again.problem && (
				<div role="alert" className="mb-3">
					<Note tone="bad">{problemSentence(again.problem)}</Note>
				</div>
			)}
			<ul className="divide-y divide-hair">
				{report.rows
					.toSorted((one, other) => Number(one.done) - Number(other.done))
					.map(({ item, orderId, done, text }) => {
						const row = rows.find(({ id }) => id === item)
						const Icon = done ? Check : X
						return (
							<li key={item} className="flex gap-2.5 py-2">
								<Icon
									size={16}
									aria-hidden="true"
									className={done ? 'mt-0.5 flex-none text-mint' : 'mt-0.5 flex-none text-coral'}
								/>
								<div className="min-w-0">
									<p className="font-medium">
										{[row && queueTitle(row), orderId && m['queue.order']({ id: orderId })].filter(Boolean).join(' · ')}
									</p>
									<p className={done ? 'text-xs text-muted' : 'text-xs text-coral'}>{text}</p>
								</div>
							</li>
						)
					})}
			</ul>
		</Dialog>
	)
}
