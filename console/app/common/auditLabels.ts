// Labels for the codes the audit stores. A code this build does not know is shown as it is.

import type { AuditRow } from '@larek/api/admin/types.gen.ts'
import { messageByKey } from '@larek/shared/messageByKey.ts'
import { auditAction } from '~/paraglide/tables/audit_action.ts'
import { auditObject } from '~/paraglide/tables/audit_object.ts'
import { queueKindLabel } from './queueLabels.ts'

const actions: Record<string, () => string> = auditAction

const objects: Record<string, (input: { id: string }) => string> = auditObject

export const actionName = (action: string): string => messageByKey(actions, action)

/** Rows of the queue use the queue's names. */
export const objectName = ({ kind, id }: AuditRow['object']): string =>
	objects[kind]?.({ id }) ?? `${queueKindLabel(kind).toLowerCase()} ${id}`

/** All actions, searchable by their labels. */
export const actionOptions = Object.keys(actions).map((value) => ({ value, label: actionName(value) }))
