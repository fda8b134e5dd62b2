import type { BannerPlace, BannerRow, ContentSaved } from '@larek/api/admin/types.gen.ts'
import { useGameOptions } from '~/common/games.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { OptionField, SelectField, TextArea, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { BannerPictures } from './BannerPictures.tsx'
import { type BannerValues, bannerBody, bannerSchema, bannerValues } from './bannerForm.ts'
import { reasons } from './labels.ts'
import { contentKeys, sendBanner } from './queries.ts'

interface BannerDialogProps {
	place: BannerPlace
	/** Nothing for a new one. */
	row: BannerRow | undefined
	/** Those of the same place, whose pictures may be used. */
	others: BannerRow[]
	onClose: () => void
}

export function BannerDialog(props: BannerDialogProps) {
	const { place, row, others, onClose } = props
	const games = useGameOptions()
	return (
		<ActionDialog<BannerValues, ContentSaved>
			open
			wide
			onClose={onClose}
			title={row ? row.title : m['content.new_banner']()}
			reasons={reasons()}
			schema={bannerSchema}
			defaults={bannerValues(row)}
			submit={m['content.save']()}
			done={m['content.saved']()}
			version={props.row?.version ?? 0}
			run={({ reason, ...values }, key, version) => sendBanner({ ...bannerBody(values, props), version, reason }, key)}
			invalidate={[contentKeys.all]}
		>
			{({ register, setValue, watch, formState: { errors } }) => (
				<>
					<TextField
						label={m['content.banner_title']()}
						maxLength={100}
						error={errors.title?.message}
						{...register('title')}
					/>
					<TextArea
						label={m['content.description']()}
						rows={2}
						maxLength={300}
						error={errors.description?.message}
						{...register('description')}
					/>
					<div className="grid gap-3 md:grid-cols-3">
						{place === 'games' ? (
							<SelectField
								label={m['content.target']()}
								options={[{ value: '', label: m['content.no_target']() }, ...games]}
								error={errors.game_id?.message}
								{...register('game_id')}
							/>
						) : (
							<TextField
								label={m['content.gift_number']()}
								hint={m['content.gift_hint']()}
								inputMode="numeric"
								error={errors.gift_id?.message}
								{...register('gift_id')}
							/>
						)}
						<TextField
							label={m['content.from']()}
							hint={m['content.from_hint']()}
							type="datetime-local"
							error={errors.shown_from?.message}
							{...register('shown_from')}
						/>
						<TextField
							label={m['content.until']()}
							hint={m['content.until_hint']()}
							type="datetime-local"
							error={errors.shown_until?.message}
							{...register('shown_until')}
						/>
					</div>
					<BannerPictures
						others={others.filter(({ id }) => id !== row?.id)}
						value={(name) => watch(name)}
						error={(name) => errors[name]?.message}
						onChange={(name, key) => setValue(name, key, { shouldDirty: true, shouldValidate: true })}
					/>
					<OptionField type="checkbox" label={m['content.is_on']()} {...register('is_active')} />
				</>
			)}
		</ActionDialog>
	)
}
