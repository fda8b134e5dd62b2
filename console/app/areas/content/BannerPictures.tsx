import type { BannerRow } from '@larek/api/admin/types.gen.ts'
import { PictureField } from '~/common/PictureField.tsx'
import { SelectField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { type BannerValues, picturesOf } from './bannerForm.ts'

type Name = keyof ReturnType<typeof picturesOf> & keyof BannerValues

const screens = ['desktop', 'tablet', 'mobile'] as const
const layers = [
	{ layer: 'background', title: m['content.background'] },
	{ layer: 'foreground', title: m['content.foreground'] },
] as const
const labels = {
	desktop: m['content.screen_desktop'],
	tablet: m['content.screen_tablet'],
	mobile: m['content.screen_mobile'],
}
const sizes = { desktop: '1920 × 720', tablet: '1200 × 720', mobile: '750 × 900' }

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
					{screens.map((screen) => (
						<PictureField
							key={screen}
							label={labels[screen]()}
							hint={m['content.picture_hint']({ size: sizes[screen] })}
							shape={`banner_${screen}`}
							value={value(`${layer}_${screen}`)}
							onChange={(key) => onChange(`${layer}_${screen}`, key)}
							error={error(`${layer}_${screen}`)}
						/>
					))}
				</fieldset>
			))}
		</>
	)
}
