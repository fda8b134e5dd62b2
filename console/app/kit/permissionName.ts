import { messageByKey } from '@larek/shared/messageByKey.ts'
import type { Permission } from '~/api/session.ts'
import { permission } from '~/paraglide/tables/permission.ts'

const names: Record<Permission, () => string> = permission

/** The label of a permission. Names this build does not know are shown as they are. */
export const permissionName = (permission: string): string => messageByKey(names, permission)
