// Labels for the codes the audit stores. A code this build does not know is shown as it is.

import type { AuditRow } from '@larek/api/admin/types.gen.ts'
import { messageByKey } from '@larek/shared/messageByKey.ts'
import { auditAction } from '~/paraglide/tables/audit_action.ts'
import { auditObject } from '~/paraglide/tables/audit_object.ts'
import { queueKindLabel } from './queueLabels.ts'

const actions: Record<string, () => string> = auditAction

const objects: Record<string, (input: { id: string }) => string> = auditObject

export const actionName = (action: string): string => messageByKey(actions, action)

/** A row of the queue goes by the name the queue gives it. */
export const objectName = ({ kind, id }: AuditRow['object']): string =>
	objects[kind]?.({ id }) ?? `${queueKindLabel(kind).toLowerCase()} ${id}`

/** Every action there is, by the words people look for. */
export const actionOptions = Object.keys(actions).map((value) => ({ value, label: actionName(value) }))
