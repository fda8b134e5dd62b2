import type { BannerPlace, BannerRow, ContentSaved } from '@larek/api/admin/types.gen.ts'
import { useGameOptions } from '~/common/games.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, OptionField, SelectField, TextArea, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { BannerPictures } from './BannerPictures.tsx'
import { type BannerValues, bannerBody, bannerSchema, bannerValues } from './bannerForm.ts'
import { reasons } from './labels.ts'
import { contentKeys, sendBanner } from './queries.ts'

interface BannerDialogProps {
	place: BannerPlace
	/** Absent for a new banner. */
	row: BannerRow | undefined
	/** Banners of the same place, whose pictures can be reused. */
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
			{(form) => (
				<>
					<TextField label={m['content.banner_title']()} maxLength={100} {...field(form, 'title')} />
					<TextArea label={m['content.description']()} rows={2} maxLength={300} {...field(form, 'description')} />
					<div className="grid gap-3 md:grid-cols-3">
						{place === 'games' ? (
							<SelectField
								label={m['content.target']()}
								options={[{ value: '', label: m['content.no_target']() }, ...games]}
								{...field(form, 'gameId')}
							/>
						) : (
							<TextField
								label={m['content.gift_number']()}
								hint={m['content.gift_hint']()}
								inputMode="numeric"
								{...field(form, 'giftId')}
							/>
						)}
						<TextField
							label={m['content.from']()}
							hint={m['content.from_hint']()}
							type="datetime-local"
							{...field(form, 'shownFrom')}
						/>
						<TextField
							label={m['content.until']()}
							hint={m['content.until_hint']()}
							type="datetime-local"
							{...field(form, 'shownUntil')}
						/>
					</div>
					<BannerPictures
						others={others.filter(({ id }) => id !== row?.id)}
						value={(name) => form.watch(name)}
						error={(name) => form.formState.errors[name]?.message}
						onChange={(name, key) => form.setValue(name, key, { shouldDirty: true, shouldValidate: true })}
					/>
					<OptionField type="checkbox" label={m['content.is_on']()} {...form.register('isActive')} />
				</>
			)}
		</ActionDialog>
	)
}
