import type { CatalogPictureUpload } from '@larek/api/admin/types.gen.ts'
import type { Crop } from '@larek/shared/crop.ts'
import { Crop as CropIcon, ImageUp } from 'lucide-react'
import { useId, useState } from 'react'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button, buttonClass } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { base64Of } from './base64.ts'
import { CropDialog } from './CropDialog.tsx'
import { pictureAt, sendPicture } from './shapes.ts'

/** The largest file that is sent. The server checks its content and crops it. */
const mostBytes = 2_000_000

interface PictureFieldProps {
	label: string
	hint: string
	shape: CatalogPictureUpload['shape']
	/** The key of the picture, or undefined. */
	value: string
	onChange: (key: string) => void
	error?: string
}

/** The size of the preview; margins align the fields of stacked banners. */
const frames: Record<CatalogPictureUpload['shape'], string> = {
	cover: 'h-24 w-18',
	icon: 'size-18',
	banner_desktop: 'h-9 w-24',
	banner_tablet: 'mr-6 h-11 w-18',
	banner_mobile: 'mr-9 h-18 w-15',
}

/** A picture that is uploaded as soon as its part is chosen. */
export function PictureField({ label, hint, shape, value, onChange, error }: PictureFieldProps) {
	const id = useId()
	const [isLarge, setLarge] = useState(false)
	/** Kept after the upload, so that another part can be chosen. */
	const [file, setFile] = useState<File>()
	const [isCropping, setCropping] = useState(false)
	const upload = useAction({
		run: async (part: Crop | undefined, key: string) => {
			const data = await base64Of(file as File)
			return sendPicture({ shape, data, ...(part && { crop: part }) }, key)
		},
		onDone: ({ key }) => onChange(key),
	})
	const send = (part?: Crop) => {
		setCropping(false)
		upload.start(part)
	}
	const refusal = upload.problem && (upload.problem.fields[0]?.detail ?? problemSentence(upload.problem))
	const wrong = isLarge ? m['catalog.picture_large']() : (refusal ?? error)
	return (
		<div className="flex items-start gap-3">
			<span
				className={`grid flex-none place-items-center overflow-hidden rounded-card border border-line bg-shelf text-muted ${frames[shape]}`}
			>
				{value ? (
					<img src={pictureAt(value)} alt="" className="size-full object-cover" />
				) : (
					<ImageUp size={20} aria-hidden="true" />
				)}
			</span>
			<div className="grid min-w-0 flex-1 gap-1">
				<div className="relative">
					<input
						id={id}
						type="file"
						accept="image/png,image/jpeg"
						className="peer sr-only"
						aria-invalid={wrong ? true : undefined}
						aria-describedby={`${id}-note`}
						onChange={({ target }) => {
							const chosen = target.files?.[0]
							// The same file may be chosen again.
							target.value = ''
							if (!chosen) return
							setLarge(chosen.size > mostBytes)
							if (chosen.size > mostBytes) return
							setFile(chosen)
							setCropping(true)
						}}
					/>
					<label
						htmlFor={id}
						className="grid justify-items-start gap-1 rounded-control text-xs font-medium text-muted peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2"
					>
						{label}
						<span aria-hidden="true" className={buttonClass({ size: 'small' }, 'cursor-pointer')}>
							{value ? m['catalog.picture_replace']() : m['catalog.picture_choose']()}
						</span>
					</label>
				</div>
				<p
					id={`${id}-note`}
					role={wrong ? 'alert' : 'status'}
					className={`text-xs ${wrong ? 'text-coral' : 'text-muted'}`}
				>
					{upload.busy ? m['catalog.picture_busy']() : (wrong ?? hint)}
				</p>
				{file && value && (
					<Button size="small" icon={CropIcon} className="justify-self-start" onClick={() => setCropping(true)}>
						{m['catalog.crop']()}
					</Button>
				)}
			</div>
			{file && isCropping && (
				<CropDialog
					label={label}
					file={file}
					shape={shape}
					onDone={send}
					onBroken={() => send()}
					onClose={() => setCropping(false)}
				/>
			)}
		</div>
	)
}
