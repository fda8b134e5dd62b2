import * as api from '@larek/api/admin/sdk.gen.ts'
import type { SettingAreaName, SettingsRequest, SignInProvider, SignInRuleRequest } from '@larek/api/admin/types.gen.ts'
import { call, useRead, withKey } from '~/api/client.ts'

export const settingKeys = { all: ['settings'] as const }

export const useSettings = () => useRead(settingKeys.all, api.listSettings, {})

export const useSignInRules = () => useRead([...settingKeys.all, 'sign_in'], api.listSignInRules, {})

export const saveSettings = (area: SettingAreaName, body: SettingsRequest, key: string) =>
	call(api.changeSettings, { path: { area }, body, headers: withKey(key) })

export const saveSignInRule = (provider: SignInProvider, body: SignInRuleRequest, key: string) =>
	call(api.changeSignInRule, { path: { provider }, body, headers: withKey(key) })
