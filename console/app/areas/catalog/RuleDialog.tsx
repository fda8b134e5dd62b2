import type { CatalogDone, CatalogGame, PriceRule } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { priceKeys, saveRule, usePriceRule } from '~/areas/prices/queries.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, OptionField, SelectField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import { sentSum, sumRule } from './productForm.ts'
import { catalogKeys } from './queries.ts'

const schema = z.object({
	percent: z.string().check(z.trim(), z.regex(/^\d{1,3}([.,]\d{1,2})?$/, m['catalog.rule_percent_error']())),
	ending: z.enum(['0', '90']),
	floor: sumRule,
	isActive: z.boolean(),
})

type Values = z.infer<typeof schema>

/** Edits the price rule of a game. Rendered once the current rule is loaded. */
export function RuleDialog({ game, onClose }: { game: CatalogGame; onClose: () => void }) {
	const rule = usePriceRule(game.id)
	return rule.data ? <OpenRule game={game} rule={rule.data.rule} onClose={onClose} /> : null
}

const shown = (rule: PriceRule | null): Values => ({
	percent: rule?.percent.replace('.00', '').replace('.', ',') ?? '25',
	ending: rule?.ending === 90 ? '90' : '0',
	floor: rule?.floor.replace('.00', '').replace('.', ',') ?? '0',
	isActive: rule?.isActive ?? true,
})

function OpenRule({ game, rule, onClose }: { game: CatalogGame; rule: PriceRule | null; onClose: () => void }) {
	return (
		<ActionDialog<Values, CatalogDone>
			open
			onClose={onClose}
			title={m['catalog.rule_title']()}
			subtitle={game.fields.title}
			consequences={[m['catalog.rule_means'](), m['catalog.rule_means_hand']()]}
			reasons={reasons()}
			schema={schema}
			defaults={shown(rule)}
			submit={m['keys.save']()}
			done={m['catalog.rule_saved']()}
			version={rule?.version ?? 0}
			run={({ reason, percent, ending, floor, isActive }, key, version) => {
				const sent = { percent: sentSum(percent), ending: ending === '90' ? (90 as const) : (0 as const) }
				return saveRule(game.id, { ...sent, floor: sentSum(floor), isActive, version, reason }, key)
			}}
			invalidate={[catalogKeys.all, priceKeys.all]}
		>
			{(form) => {
				return (
					<>
						<div className="grid gap-3 md:grid-cols-3">
							<TextField label={m['catalog.rule_percent']()} inputMode="decimal" {...field(form, 'percent')} />
							<SelectField
								label={m['catalog.rule_ending']()}
								options={[
									{ value: '0', label: m['catalog.rule_ending_0']() },
									{ value: '90', label: m['catalog.rule_ending_90']() },
								]}
								{...form.register('ending')}
							/>
							<TextField
								label={m['catalog.rule_floor']()}
								hint={m['catalog.rule_floor_hint']()}
								inputMode="decimal"
								{...field(form, 'floor')}
							/>
						</div>
						<OptionField type="checkbox" label={m['catalog.rule_active']()} {...form.register('isActive')} />
					</>
				)
			}}
		</ActionDialog>
	)
}
