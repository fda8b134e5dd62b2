// The form of a game, its fields and its request body.

import type { CatalogGameFields } from '@larek/api/admin/types.gen.ts'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { field, OptionField, SelectField, TextArea, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most, m['catalog.too_long']()))
const needed = (most: number) => text(most).check(z.minLength(1, m['catalog.required']()))
const key = z.string().check(z.regex(/^[0-9a-z]{26}$/, m['catalog.picture_needed']()))
const words = (most: number) =>
	z
		.string()
		.check(
			z.refine(
				(value) => list(value).length <= most && list(value).every(({ length }) => length <= 60),
				m['catalog.too_long'](),
			),
		)

export const gameSchema = z.object({
	kind: z.enum(['supply', 'pubg']),
	title: needed(200),
	heading: text(200),
	unit: text(60),
	description: text(3000),
	idHint: text(1000),
	tags: words(20),
	aliases: words(60),
	isAuthRequired: z.boolean(),
	serverInput: z.enum(['none', 'typed', 'listed']),
	servers: z.string().check(z.refine((value) => serversOf(value) !== undefined, m['catalog.servers_error']())),
	logo: key,
	icon: key,
})

export type GameValues = z.infer<typeof gameSchema>

const list = (value: string) =>
	value
		.split(',')
		.map((word) => word.trim())
		.filter(Boolean)

/** Parses «os_euro = Европа», one server per line; undefined if any line is malformed. */
export function serversOf(value: string): CatalogGameFields['servers'] | undefined {
	const lines = value.split('\n').filter((line) => line.trim())
	const servers = lines.map((line) => {
		const [id = '', name = ''] = line.split('=').map((part) => part.trim())
		return { id, name }
	})
	return servers.every(({ id, name }) => id && name && id.length <= 60 && name.length <= 60) ? servers : undefined
}

export const firstGame: GameValues = {
	kind: 'supply',
	title: '',
	heading: '',
	unit: '',
	description: '',
	idHint: '',
	tags: '',
	aliases: '',
	isAuthRequired: false,
	serverInput: 'none',
	servers: '',
	logo: '',
	icon: '',
}

export const valuesOf = (fields: CatalogGameFields): GameValues => ({
	...firstGame,
	...fields,
	tags: fields.tags.join(', '),
	aliases: fields.aliases.join(', '),
	servers: fields.servers.map(({ id, name }) => `${id} = ${name}`).join('\n'),
})

export const fieldsOf = ({ kind: _, ...values }: GameValues): CatalogGameFields => ({
	...values,
	tags: list(values.tags),
	aliases: list(values.aliases),
	servers: values.serverInput === 'listed' ? (serversOf(values.servers) ?? []) : [],
})

type FormProps = { form: UseFormReturn<GameValues> }

/** The texts of a game's page and its search words. */
export function GameTexts({ form }: FormProps) {
	return (
		<>
			<div className="grid gap-3 md:grid-cols-2">
				<TextField label={m['catalog.heading']()} hint={m['catalog.heading_hint']()} {...field(form, 'heading')} />
				<TextField label={m['catalog.unit']()} hint={m['catalog.unit_hint']()} {...field(form, 'unit')} />
			</div>
			<TextArea label={m['catalog.description']()} rows={4} {...field(form, 'description')} />
			<TextArea label={m['catalog.id_hint']()} hint={m['catalog.id_hint_hint']()} rows={2} {...field(form, 'idHint')} />
			<div className="grid gap-3 md:grid-cols-2">
				<TextField label={m['catalog.tags']()} hint={m['catalog.commas']()} {...field(form, 'tags')} />
				<TextField label={m['catalog.aliases']()} hint={m['catalog.aliases_hint']()} {...field(form, 'aliases')} />
			</div>
			<OptionField type="checkbox" label={m['catalog.auth']()} {...form.register('isAuthRequired')} />
		</>
	)
}

/** How buyers give the server, and the servers to choose from. */
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
				{...field(form, 'serverInput')}
			/>
			{form.watch('serverInput') === 'listed' && (
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
