import type { BannerRow } from '@larek/api/admin/types.gen.ts'
import { PictureField } from '~/common/PictureField.tsx'
import { SelectField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { type BannerValues, picturesOf } from './bannerForm.ts'

type Name = keyof ReturnType<typeof picturesOf> & keyof BannerValues

const layers = [
	{ layer: 'background', title: m['content.background'] },
	{ layer: 'foreground', title: m['content.foreground'] },
] as const
const screens = [
	{ end: 'Desktop', shape: 'banner_desktop', label: m['content.screen_desktop'], size: '1920 × 720' },
	{ end: 'Tablet', shape: 'banner_tablet', label: m['content.screen_tablet'], size: '1200 × 720' },
	{ end: 'Mobile', shape: 'banner_mobile', label: m['content.screen_mobile'], size: '750 × 900' },
] as const

interface BannerPicturesProps {
	/** Banners whose pictures can be reused. */
	others: BannerRow[]
	value: (name: Name) => string
	error: (name: Name) => string | undefined
	onChange: (name: Name, key: string) => void
}

/** Both layers of a banner on each screen: uploaded, or taken from another banner. */
export function BannerPictures({ others, value, error, onChange }: BannerPicturesProps) {
	const take = (id: string) => {
		const pictures = picturesOf(others.find((row) => String(row.id) === id))
		for (const [name, key] of Object.entries(pictures)) if (key) onChange(name as Name, key)
	}
	return (
		<>
			{others.length > 0 && (
				<SelectField
					label={m['content.pictures']()}
					options={[
						{ value: '', label: m['content.pictures_own']() },
						...others.map(({ id, title }) => ({ value: String(id), label: m['content.pictures_of']({ title }) })),
					]}
					onChange={({ target }) => take(target.value)}
				/>
			)}
			{layers.map(({ layer, title }) => (
				<fieldset key={layer} className="grid gap-3">
					<legend className="mb-1 font-medium">{title()}</legend>
					{screens.map(({ end, shape, label, size }) => (
						<PictureField
							key={end}
							label={label()}
							hint={m['content.picture_hint']({ size })}
							shape={shape}
							value={value(`${layer}${end}`)}
							onChange={(key) => onChange(`${layer}${end}`, key)}
							error={error(`${layer}${end}`)}
						/>
					))}
				</fieldset>
			))}
		</>
	)
}
