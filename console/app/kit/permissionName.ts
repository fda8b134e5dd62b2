import { messageByKey } from '@larek/shared/messageByKey.ts'
import type { Permission } from '~/api/session.ts'
import { permission } from '~/paraglide/tables/permission.ts'

const names: Record<Permission, () => string> = permission

/** A permission in words; one this build does not know is shown as it is. */
export const permissionName = (permission: string): string => messageByKey(names, permission)
