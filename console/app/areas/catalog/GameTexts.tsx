import type { UseFormReturn } from 'react-hook-form'
import { field, OptionField, SelectField, TextArea, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import type { GameValues } from './gameForm.ts'

type FormProps = { form: UseFormReturn<GameValues> }

/** The texts of a game's page and the words it is found by. */
export function GameTexts({ form }: FormProps) {
	return (
		<>
			<div className="grid gap-3 md:grid-cols-2">
				<TextField label={m['catalog.heading']()} hint={m['catalog.heading_hint']()} {...field(form, 'heading')} />
				<TextField label={m['catalog.unit']()} hint={m['catalog.unit_hint']()} {...field(form, 'unit')} />
			</div>
			<TextArea label={m['catalog.description']()} rows={4} {...field(form, 'description')} />
			<TextArea
				label={m['catalog.id_hint']()}
				hint={m['catalog.id_hint_hint']()}
				rows={2}
				{...field(form, 'id_hint')}
			/>
			<div className="grid gap-3 md:grid-cols-2">
				<TextField label={m['catalog.tags']()} hint={m['catalog.commas']()} {...field(form, 'tags')} />
				<TextField label={m['catalog.aliases']()} hint={m['catalog.aliases_hint']()} {...field(form, 'aliases')} />
			</div>
			<OptionField type="checkbox" label={m['catalog.auth']()} {...form.register('is_auth_required')} />
		</>
	)
}

/** What a buyer says about the server, and the list to choose from. */
export function ServerFields({ form }: FormProps) {
	return (
		<>
			<SelectField
				label={m['catalog.server_input']()}
				options={[
					{ value: 'none', label: m['catalog.server_none']() },
					{ value: 'typed', label: m['catalog.server_typed']() },
					{ value: 'listed', label: m['catalog.server_listed']() },
				]}
				{...field(form, 'server_input')}
			/>
			{form.watch('server_input') === 'listed' && (
				<TextArea
					label={m['catalog.servers']()}
					hint={m['catalog.servers_hint']()}
					rows={4}
					spellCheck={false}
					{...field(form, 'servers')}
				/>
			)}
		</>
	)
}
