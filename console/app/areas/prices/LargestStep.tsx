import type { CatalogDone, PriceSettings } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useMay } from '~/api/session.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { sharePercent } from './draft.ts'
import { priceKeys, saveSettings, usePriceSettings } from './queries.ts'

/** Shows the largest automatic price step, which the owner can change. */
export function LargestStep() {
	const may = useMay()
	const { data } = usePriceSettings()
	const [isOpen, setOpen] = useState(false)
	if (!data) return null
	return (
		<p className="flex items-center gap-2 rounded-stage border border-dashed border-line px-3.5 py-2.5 text-xs text-muted">
			<span className="flex-1">{m['prices.step']({ percent: sharePercent(data.largestStep) })}</span>
			{may('settings.write') && (
				<Button size="small" onClick={() => setOpen(true)}>
					{m['prices.step_change']()}
				</Button>
			)}
			{isOpen && <StepDialog settings={data} onClose={() => setOpen(false)} />}
		</p>
	)
}

const schema = z.object({
	step: z.string().check(z.trim(), z.regex(/^\d{1,3}([.,]\d{1,2})?$/, m['prices.step_error']())),
})

type Values = z.infer<typeof schema>

const sent = (text: string) => Number(text.trim().replace(',', '.')).toFixed(2)

function StepDialog({ settings, onClose }: { settings: PriceSettings; onClose: () => void }) {
	return (
		<ActionDialog<Values, CatalogDone>
			open
			onClose={onClose}
			title={m['prices.step_title']()}
			consequences={[m['prices.step_means'](), m['prices.step_waits']()]}
			reasons={[
				{ code: 'prices', label: m['prices.reason_rules']() },
				{ code: 'other', label: m['prices.reason_other']() },
			]}
			schema={schema}
			defaults={{ step: settings.largestStep.replace('.00', '').replace('.', ',') }}
			submit={m['keys.save']()}
			done={m['prices.step_saved']()}
			version={settings.version}
			run={({ reason, step }, key, version) => saveSettings({ largestStep: sent(step), version, reason }, key)}
			invalidate={[priceKeys.all]}
		>
			{(form) => (
				<TextField
					label={m['prices.step_label']()}
					hint={m['prices.step_hint']()}
					inputMode="decimal"
					{...field(form, 'step')}
				/>
			)}
		</ActionDialog>
	)
}
