import type { CatalogDone, CatalogGame } from '@larek/api/admin/types.gen.ts'
import { PictureField } from '~/common/PictureField.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, SelectField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { fieldsOf, firstGame, GameTexts, type GameValues, gameSchema, ServerFields, valuesOf } from './gameForm.tsx'
import { newKinds, reasons } from './labels.ts'
import { catalogKeys, sendGame, sendGameChange } from './queries.ts'

interface GameDialogProps {
	/** The game to edit; omit it to create one. */
	game?: CatalogGame
	onClose: () => void
	onDone?: (done: CatalogDone) => void
}

/** Edits a game, except its products. */
export function GameDialog({ game, onClose, onDone }: GameDialogProps) {
	const isSupply = (values: GameValues) => (game ? game.kind === 'supply' : values.kind === 'supply')
	return (
		<ActionDialog<GameValues, CatalogDone>
			open
			wide
			onClose={onClose}
			title={game ? m['catalog.change_game']() : m['catalog.new_game']()}
			subtitle={game?.fields.title}
			consequences={[game ? m['catalog.change_means']() : m['catalog.create_means']()]}
			reasons={reasons()}
			schema={gameSchema}
			defaults={game ? valuesOf(game.fields) : firstGame}
			submit={game ? m['keys.save']() : m['catalog.create']()}
			done={game ? m['catalog.saved']() : m['catalog.created']()}
			version={game?.version}
			run={({ reason, ...values }, key, version) => {
				const fields = fieldsOf(isSupply(values) ? values : { ...values, serverInput: 'none' })
				return game
					? sendGameChange(game.id, { version, fields, reason }, key)
					: sendGame({ kind: values.kind, fields, reason }, key)
			}}
			invalidate={[catalogKeys.all]}
			onDone={onDone}
		>
			{(form) => {
				const { errors } = form.formState
				const pick = (name: 'logo' | 'icon') => (key: string) =>
					form.setValue(name, key, { shouldDirty: true, shouldValidate: true })
				return (
					<>
						<div className="grid gap-3 md:grid-cols-2">
							<TextField label={m['catalog.name']()} autoComplete="off" {...field(form, 'title')} />
							{!game && <SelectField label={m['catalog.kind']()} options={newKinds} {...form.register('kind')} />}
						</div>
						<div className="grid gap-3 md:grid-cols-2">
							<PictureField
								label={m['catalog.cover']()}
								hint={m['catalog.cover_hint']()}
								shape="cover"
								value={form.watch('logo')}
								onChange={pick('logo')}
								error={errors.logo?.message}
							/>
							<PictureField
								label={m['catalog.icon']()}
								hint={m['catalog.icon_hint']()}
								shape="icon"
								value={form.watch('icon')}
								onChange={pick('icon')}
								error={errors.icon?.message}
							/>
						</div>
						<GameTexts form={form} />
						{isSupply(form.watch()) && <ServerFields form={form} />}
					</>
				)
			}}
		</ActionDialog>
	)
}
