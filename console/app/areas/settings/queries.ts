import * as api from '@larek/api/admin/sdk.gen.ts'
import type {
	BrandSave,
	OpeningSave,
	PartnerAccount,
	PartnerChange,
	PartnerValue,
	SettingAreaName,
	SettingsRequest,
	SignInProvider,
	SignInRuleRequest,
} from '@larek/api/admin/types.gen.ts'
import { call, useRead, withKey } from '~/api/client.ts'

export const settingKeys = { all: ['settings'] as const }

export const useSettings = () => useRead(settingKeys.all, api.listSettings, {})

export const useSignInRules = () => useRead([...settingKeys.all, 'sign_in'], api.listSignInRules, {})

export const useBrand = () => useRead([...settingKeys.all, 'brand'], api.getBrand, {})

/** The colours an accent becomes. Ask for six digits only. */
export const usePalette = (accent: string) =>
	useRead([...settingKeys.all, 'palette', accent], api.getPalette, { query: { accent } })

export const saveBrand = (body: BrandSave, key: string) => call(api.saveBrand, { body, headers: withKey(key) })

export const useOpening = () => useRead([...settingKeys.all, 'opening'], api.getOpening, {})

export const saveOpening = (body: OpeningSave, key: string) => call(api.saveOpening, { body, headers: withKey(key) })

/** Lets this browser into a shop that is closed to others. */
export const openPass = () => call(api.openShopPass)

export const usePartners = () => useRead([...settingKeys.all, 'partners'], api.listPartners, {})

export const savePartner = (kind: PartnerAccount['kind'], name: string, body: PartnerChange, key: string) =>
	call(api.changePartner, { path: { kind, name }, body, headers: withKey(key) })

export const probePartner = (kind: PartnerAccount['kind'], name: string, values: PartnerValue[], key: string) =>
	call(api.probePartner, { path: { kind, name }, body: { values }, headers: withKey(key) })

export const saveSettings = (area: SettingAreaName, body: SettingsRequest, key: string) =>
	call(api.changeSettings, { path: { area }, body, headers: withKey(key) })

export const saveSignInRule = (provider: SignInProvider, body: SignInRuleRequest, key: string) =>
	call(api.changeSignInRule, { path: { provider }, body, headers: withKey(key) })
