import type { UseFormReturn } from 'react-hook-form'
import { useGameOptions } from '~/common/games.ts'
import { field, OptionField, SelectField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import type { TermValues } from './draft.ts'
import { goodsOptions } from './labels.ts'

/** Fields that a single code and a batch share: discount, goods and term. */
export function TermFields<Values extends TermValues>(props: { form: UseFormReturn<Values> }) {
	// The fields of both forms are the same; the type of the rest does not matter here.
	const form = props.form as unknown as UseFormReturn<TermValues>
	const games = useGameOptions()
	return (
		<>
			<div className="grid gap-3 md:grid-cols-2">
				<TextField label={m['promo.percent']()} inputMode="numeric" {...field(form, 'percent')} />
				<SelectField label={m['promo.goods']()} options={goodsOptions} {...form.register('goods')} />
			</div>
			{form.watch('goods') === 'games' && (
				<SelectField
					label={m['promo.game']()}
					options={[{ value: '', label: m['promo.game_any']() }, ...games]}
					{...field(form, 'gameId')}
				/>
			)}
			<div className="grid gap-3 md:grid-cols-2">
				<TextField
					label={m['promo.from']()}
					hint={m['promo.from_hint']()}
					type="datetime-local"
					{...field(form, 'validFrom')}
				/>
				<TextField
					label={m['promo.until']()}
					hint={m['promo.until_hint']()}
					type="datetime-local"
					{...field(form, 'validUntil')}
				/>
			</div>
			<OptionField type="checkbox" label={m['promo.first_only']()} {...form.register('firstOrderOnly')} />
		</>
	)
}
