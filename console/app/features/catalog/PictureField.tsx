import { ImageUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { CatalogPictureUpload } from '~/api/gen/types.gen.ts'
import { problemSentence, useAction } from '~/kit/action.ts'
import { m } from '~/paraglide/messages.js'
import { sendPicture } from './queries.ts'
import { pictureAt } from './words.ts'

/** The largest file that is sent. The server looks at what is inside and crops it. */
const mostBytes = 2_000_000

interface PictureFieldProps {
	label: string
	hint: string
	shape: CatalogPictureUpload['shape']
	/** The key of the picture, or nothing. */
	value: string
	onChange: (key: string) => void
	error?: string
}

/** A picture that is uploaded as soon as it is chosen. */
export function PictureField({ label, hint, shape, value, onChange, error }: PictureFieldProps) {
	const id = useId()
	const [isLarge, setLarge] = useState(false)
	const upload = useAction({
		run: async (file: File, key: string) => sendPicture({ shape, data: await base64(file) }, key),
		onDone: ({ key }) => onChange(key),
	})
	const refusal = upload.problem && (upload.problem.fields[0]?.detail ?? problemSentence(upload.problem))
	const wrong = isLarge ? m['catalog.picture_large']() : (refusal ?? error)
	return (
		<div className="flex items-start gap-3">
			<span
				className={`grid flex-none place-items-center overflow-hidden rounded-card border border-line bg-shelf text-muted ${shape === 'cover' ? 'h-24 w-18' : 'size-18'}`}
			>
				{value ? (
					<img src={pictureAt(value)} alt="" className="size-full object-cover" />
				) : (
					<ImageUp size={20} aria-hidden="true" />
				)}
			</span>
			<div className="grid min-w-0 flex-1 gap-1">
				<label htmlFor={id} className="text-xs font-medium text-muted">
					{label}
				</label>
				<input
					id={id}
					type="file"
					accept="image/png,image/jpeg"
					className="control min-w-0 py-1"
					aria-invalid={wrong ? true : undefined}
					aria-describedby={`${id}-note`}
					onChange={(event) => {
						const file = event.target.files?.[0]
						if (!file) return
						setLarge(file.size > mostBytes)
						if (file.size <= mostBytes) upload.start(file)
					}}
				/>
				<p
					id={`${id}-note`}
					role={wrong ? 'alert' : 'status'}
					className={`text-xs ${wrong ? 'text-coral' : 'text-muted'}`}
				>
					{upload.busy ? m['catalog.picture_busy']() : (wrong ?? hint)}
				</p>
			</div>
		</div>
	)
}

const base64 = async (file: File) => {
	const bytes = new Uint8Array(await file.arrayBuffer())
	let text = ''
	for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
	return btoa(text)
}
