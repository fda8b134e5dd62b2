import type { ArticleEdited, ArticlePlan, ContentSaved } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { Drawer } from '~/kit/Dialog.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import { Html } from './Preview.tsx'
import { contentKeys, sendPlan, sendPlanCancel } from './queries.ts'

const schema = z.object({ applies_at: z.string().check(z.minLength(1, m['content.error_empty']())) })

interface PlanArticleProps {
	draft: ArticleEdited
	onClose: () => void
	onPlanned: () => void
}

/** Schedules a text from a given time. */
export function PlanArticle({ draft: { slug, version, header, text }, onClose, onPlanned }: PlanArticleProps) {
	return (
		<ActionDialog<z.infer<typeof schema>, ContentSaved>
			open
			onClose={onClose}
			title={m['content.plan_title']()}
			subtitle={header}
			consequences={[m['content.plan_1'](), m['content.plan_2']()]}
			reasons={reasons()}
			schema={schema}
			defaults={{ applies_at: '' }}
			submit={m['content.plan']()}
			done={m['content.plan_done']()}
			run={({ applies_at, reason }, key) =>
				sendPlan(slug, { version, header, text, appliesAt: new Date(applies_at).toISOString(), reason }, key)
			}
			invalidate={[contentKeys.all]}
			onDone={onPlanned}
		>
			{(form) => <TextField label={m['content.plan_at']()} type="datetime-local" {...field(form, 'applies_at')} />}
		</ActionDialog>
	)
}

/** Warns that buyers accept this article, and that a planned text will replace it. */
export function ArticleNotes({ article, mayWrite }: { article: ArticleEdited; mayWrite: boolean }) {
	const { plan, consents, slug } = article
	return (
		<div className="grid gap-2 *:last:mb-3">
			{consents.length > 0 && <Note>{m['content.consent_note']()}</Note>}
			{plan && <Planned slug={slug} plan={plan} mayWrite={mayWrite} />}
		</div>
	)
}

function Planned({ slug, plan, mayWrite }: { slug: string; plan: ArticlePlan; mayWrite: boolean }) {
	const [open, setOpen] = useState<'look' | 'cancel'>()
	const close = () => setOpen(undefined)
	return (
		<Note tone="soon">
			<p>{m['content.plan_note']({ by: plan.by, at: dayAndTime(new Date(plan.appliesAt)) })}</p>
			<div className="mt-2 flex flex-wrap gap-2">
				<Button size="small" onClick={() => setOpen('look')}>
					{m['content.plan_look']()}
				</Button>
				{mayWrite && (
					<Button size="small" onClick={() => setOpen('cancel')}>
						{m['content.plan_cancel']()}
					</Button>
				)}
			</div>
			<Drawer open={open === 'look'} wide title={plan.header} onClose={close}>
				<Html html={plan.text} />
			</Drawer>
			<ActionDialog<Record<string, never>, ContentSaved>
				open={open === 'cancel'}
				onClose={close}
				title={m['content.plan_cancel']()}
				subtitle={plan.header}
				consequences={[m['content.plan_cancel_1']()]}
				reasons={reasons()}
				submit={m['content.plan_cancel']()}
				done={m['content.plan_cancelled']()}
				run={({ reason }, key) => sendPlanCancel(slug, { reason }, key)}
				invalidate={[contentKeys.all]}
			/>
		</Note>
	)
}
