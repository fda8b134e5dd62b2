import type { Setting, SettingArea, SettingsDone } from '@larek/api/admin/types.gen.ts'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, SelectField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import {
	areaEffect,
	areaLabel,
	changedSettings,
	choicesOf,
	needsTwo,
	reasons,
	settingLabel,
	shownValue,
	typedValue,
} from './labels.ts'
import { saveSettings, settingKeys } from './queries.ts'

type Values = Record<string, string>

const amount = z.string().check(z.trim(), z.regex(/^\d{1,7}([.,]\d{1,2})?$/, m['settings.error_value']()))

/** Edits the settings of an area and shows old and new values. */
export function SettingsDialog({ area, onClose }: { area: SettingArea; onClose: () => void }) {
	const { settings } = area
	const isCostly = settings.some(({ costly }) => costly !== 'never')
	return (
		<ActionDialog<Values, SettingsDone>
			open
			onClose={onClose}
			title={areaLabel[area.name]()}
			consequences={[areaEffect[area.name](), ...(isCostly ? [m['settings.two']()] : [])]}
			reasons={reasons()}
			schema={z.object(Object.fromEntries(settings.map(({ key }) => [key, amount])))}
			defaults={Object.fromEntries(settings.map(({ key, value }) => [key, typedValue(value)]))}
			submit={m['keys.save']()}
			done={m['settings.saved']()}
			version={area.version}
			run={({ reason, ...typed }, key, version) => {
				const values = changedSettings(settings, typed as Values)
				return saveSettings(
					area.name,
					{ version, reason, values: values.map(({ setting, value }) => ({ key: setting.key, value })) },
					key,
				)
			}}
			invalidate={[settingKeys.all]}
		>
			{(form) => (
				<>
					{settings.map((setting) => (
						<SettingField key={setting.key} setting={setting} form={form} />
					))}
					<Changes settings={settings} typed={form.watch()} />
				</>
			)}
		</ActionDialog>
	)
}

function SettingField({ setting, form }: { setting: Setting; form: UseFormReturn<Values, unknown, Values> }) {
	const label = settingLabel[setting.key]()
	const options = choicesOf(setting)
	if (options) return <SelectField label={label} options={options} {...field(form, setting.key)} />
	return (
		<TextField
			label={`${label}, ${unitName[setting.unit]()}`}
			hint={m['settings.bounds']({ least: typedValue(setting.least), most: typedValue(setting.most) })}
			inputMode="decimal"
			{...field(form, setting.key)}
		/>
	)
}

const unitName: Record<Setting['unit'], () => string> = {
	percent: () => '%',
	rubles: () => '₽',
	minutes: m['settings.unit_minutes'],
	hours: m['settings.unit_hours'],
	days: m['settings.unit_days'],
	stars: () => '',
	switch: () => '',
}

/** Lists each changed setting with its old and new value, and whether it needs a second person. */
function Changes({ settings, typed }: { settings: Setting[]; typed: Values }) {
	const changes = changedSettings(settings, typed)
	return (
		<div aria-live="polite">
			<h3 className="mb-1 text-xs font-medium text-muted">{m['settings.changes']()}</h3>
			{changes.length === 0 ? (
				<p className="text-muted">{m['settings.no_changes']()}</p>
			) : (
				<ul className="grid list-disc gap-1 pl-4.5">
					{changes.map(({ setting, value }) => (
						<li key={setting.key}>
							{settingLabel[setting.key]()}: {shownValue(setting, setting.value)} →{' '}
							<strong>{shownValue(setting, value)}</strong>
							{needsTwo(setting, value) && ` · ${m['settings.with_colleague']()}`}
						</li>
					))}
				</ul>
			)}
		</div>
	)
}
