import { messageByKey } from '@web/lib/messageByKey.ts'
import type { Permission } from '~/api/session.ts'
import { m } from '~/paraglide/messages.js'

/** A permission in words; one this build does not know is shown as it is. */
export const permissionName = (permission: string): string =>
	messageByKey({ [permission]: m[`permission.${permission as Permission}`] }, permission)
