import type { BrandSettings, PaletteCheck, SettingsDone } from '@larek/api/admin/types.gen.ts'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { PictureField } from '~/common/PictureField.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { shopName } from '~/kit/shopName.ts'
import { m } from '~/paraglide/messages.js'
import { Swatch } from './BrandCard.tsx'
import { reasons } from './labels.ts'
import { saveBrand, settingKeys, usePalette } from './queries.ts'

const colour = /^#[0-9a-f]{6}$/i

const schema = z.object({
	name: z
		.string()
		.check(z.trim(), z.minLength(2, m['settings.brand_name_hint']()), z.maxLength(24, m['settings.brand_name_hint']())),
	latin: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9 .-]{1,21}$/, m['settings.brand_latin_hint']())),
	line: z
		.string()
		.check(
			z.trim(),
			z.minLength(1, m['settings.brand_line_hint']()),
			z.maxLength(120, m['settings.brand_line_hint']()),
		),
	mark: z.string(),
	accent: z.string().check(z.trim(), z.regex(/^(#[0-9a-fA-F]{6})?$/, m['settings.brand_accent_error']())),
})

type Values = z.infer<typeof schema>

/** Edits what the shop is called and looks like. */
export function BrandDialog({ brand, onClose }: { brand: BrandSettings; onClose: () => void }) {
	return (
		<ActionDialog<Values, SettingsDone>
			open
			wide
			onClose={onClose}
			title={m['settings.brand']()}
			consequences={[m['settings.brand_effect']()]}
			reasons={reasons()}
			schema={schema}
			defaults={{
				name: brand.name,
				latin: brand.latin,
				line: brand.line,
				mark: brand.mark ?? '',
				accent: brand.accent ?? '',
			}}
			submit={m['keys.save']()}
			done={m['settings.saved']()}
			version={brand.version}
			run={async ({ reason, mark, accent, ...texts }, key, version) => {
				const body = { version, reason, ...texts, mark: mark || null, accent: accent || null }
				const done = await saveBrand(body, key)
				shopName.update(() => texts.name)
				return done
			}}
			invalidate={[settingKeys.all]}
		>
			{(form) => (
				<>
					<div className="grid gap-3.5 sm:grid-cols-2">
						<TextField
							label={m['settings.brand_name']()}
							hint={m['settings.brand_name_hint']()}
							{...field(form, 'name')}
						/>
						<TextField
							label={m['settings.brand_latin']()}
							hint={m['settings.brand_latin_hint']()}
							{...field(form, 'latin')}
						/>
					</div>
					<TextField
						label={m['settings.brand_line']()}
						hint={m['settings.brand_line_hint']()}
						{...field(form, 'line')}
					/>
					<Mark form={form} />
					<TextField
						label={m['settings.brand_accent']()}
						hint={m['settings.brand_accent_hint']()}
						placeholder="#6E4CFF"
						{...field(form, 'accent')}
					/>
					<Sample form={form} />
				</>
			)}
		</ActionDialog>
	)
}

type Form = UseFormReturn<Values, unknown, Values>

function Mark({ form }: { form: Form }) {
	const mark = form.watch('mark')
	const set = (key: string) => form.setValue('mark', key, { shouldDirty: true })
	return (
		<div className="grid justify-items-start gap-2">
			<PictureField
				label={m['settings.brand_mark']()}
				hint={m['settings.brand_mark_hint']()}
				shape="icon"
				value={mark}
				onChange={set}
				error={form.formState.errors.mark?.message}
			/>
			{mark && (
				<Button size="small" onClick={() => set('')}>
					{m['settings.brand_mark_drop']()}
				</Button>
			)}
		</div>
	)
}

/** The colours an accent becomes, with what can be read in them. */
function Sample({ form }: { form: Form }) {
	const accent = form.watch('accent').trim().toLowerCase()
	return colour.test(accent) ? (
		<Palette
			accent={accent}
			name={form.watch('name')}
			onTake={(other) => form.setValue('accent', other, { shouldDirty: true })}
		/>
	) : null
}

const tones = {
	button_text: m['settings.tone_button_text'],
	on_night: m['settings.tone_on_night'],
	on_day: m['settings.tone_on_day'],
	on_paper: m['settings.tone_on_paper'],
}

/** What each tone stands on in the storefront, whose themes the console does not share. */
const surfaces = { on_night: '#0b0f17', on_day: '#f4f5f8', on_paper: '#f6f1e4' }

interface PaletteProps {
	accent: string
	name: string
	onTake: (colour: string) => void
}

function Palette({ accent, name, onTake }: PaletteProps) {
	const { data } = usePalette(accent)
	if (!data) return null
	return (
		<section aria-label={m['settings.brand_sample']()} className="grid gap-2">
			{!data.isAccepted && (
				<p role="alert" className="flex flex-wrap items-center gap-2 text-xs text-coral">
					{m['settings.brand_refused']()}
					<Button size="small" onClick={() => onTake(data.button)}>
						{m['settings.brand_take']({ colour: data.button })}
					</Button>
				</p>
			)}
			<ul className="grid gap-2 sm:grid-cols-2">
				{data.tones.map((tone) => (
					<li key={tone.name} className="grid gap-1.5 rounded-card border border-line p-3">
						<Shown tone={tone} button={data.button} name={name} />
						<span className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
							{tones[tone.name]()}
							<span className="flex items-center gap-2">
								<Swatch colour={tone.colour} />
								{tone.contrast} : 1
							</span>
						</span>
					</li>
				))}
			</ul>
		</section>
	)
}

function Shown({ tone, button, name }: { tone: PaletteCheck['tones'][number]; button: string; name: string }) {
	const isButton = tone.name === 'button_text'
	return (
		<span
			className="grid min-h-11 place-items-center truncate rounded-control px-3 font-bold"
			style={{ color: tone.colour, background: tone.name === 'button_text' ? button : surfaces[tone.name] }}
		>
			{isButton ? m['settings.brand_sample_button']() : name}
		</span>
	)
}
