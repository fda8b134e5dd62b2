// What the audit keeps as short words of ours, as people read it. A word this build does not know is shown as it is.
import { reasonName } from '~/features/actions/reasons.ts'
import { staffReasons } from '~/features/staff/reasons.ts'
import { m } from '~/paraglide/messages.js'
import type { AuditRow } from './queries.ts'

const words = m as unknown as Record<string, ((input: { id: string }) => string) | undefined>

export const actionName = (action: string): string => words[`audit_action.${action}`]?.({ id: '' }) ?? action

/** A row of the queue goes by the name the queue gives it. */
export const objectName = ({ kind, id }: AuditRow['object']): string =>
	words[`audit_object.${kind}`]?.({ id }) ?? `${words[`queue_kind.${kind}`]?.({ id }).toLowerCase() ?? kind} ${id}`

/** Every action there is, by the words people look for. */
export const actionOptions = Object.keys(m)
	.flatMap((key) => (key.startsWith('audit_action.') ? [key.slice('audit_action.'.length)] : []))
	.map((value) => ({ value, label: actionName(value) }))

/** Why it was done: the chosen reason, then the person's own words. */
export function reasonWords({ code, text }: AuditRow['reason']): string {
	const known = staffReasons().find((reason) => reason.code === code)?.label ?? reasonName(code)
	return [known, text].filter(Boolean).join('. ')
}
