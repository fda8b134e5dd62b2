import type { UseFormReturn } from 'react-hook-form'
import { OptionField, SelectField, TextArea, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import type { GameValues } from './gameForm.ts'

type FormProps = { form: UseFormReturn<GameValues> }

/** The texts of a game's page and the words it is found by. */
export function GameTexts({ form: { register, formState } }: FormProps) {
	const { errors } = formState
	return (
		<>
			<div className="grid gap-3 md:grid-cols-2">
				<TextField
					label={m['catalog.heading']()}
					hint={m['catalog.heading_hint']()}
					error={errors.heading?.message}
					{...register('heading')}
				/>
				<TextField
					label={m['catalog.unit']()}
					hint={m['catalog.unit_hint']()}
					error={errors.unit?.message}
					{...register('unit')}
				/>
			</div>
			<TextArea
				label={m['catalog.description']()}
				rows={4}
				error={errors.description?.message}
				{...register('description')}
			/>
			<TextArea
				label={m['catalog.id_hint']()}
				hint={m['catalog.id_hint_hint']()}
				rows={2}
				error={errors.id_hint?.message}
				{...register('id_hint')}
			/>
			<div className="grid gap-3 md:grid-cols-2">
				<TextField
					label={m['catalog.tags']()}
					hint={m['catalog.commas']()}
					error={errors.tags?.message}
					{...register('tags')}
				/>
				<TextField
					label={m['catalog.aliases']()}
					hint={m['catalog.aliases_hint']()}
					error={errors.aliases?.message}
					{...register('aliases')}
				/>
			</div>
			<OptionField type="checkbox" label={m['catalog.auth']()} {...register('is_auth_required')} />
		</>
	)
}

/** What a buyer says about the server, and the list to choose from. */
export function ServerFields({ form: { register, watch, formState } }: FormProps) {
	const { errors } = formState
	return (
		<>
			<SelectField
				label={m['catalog.server_input']()}
				options={[
					{ value: 'none', label: m['catalog.server_none']() },
					{ value: 'typed', label: m['catalog.server_typed']() },
					{ value: 'listed', label: m['catalog.server_listed']() },
				]}
				error={errors.server_input?.message}
				{...register('server_input')}
			/>
			{watch('server_input') === 'listed' && (
				<TextArea
					label={m['catalog.servers']()}
					hint={m['catalog.servers_hint']()}
					rows={4}
					spellCheck={false}
					error={errors.servers?.message}
					{...register('servers')}
				/>
			)}
		</>
	)
}
