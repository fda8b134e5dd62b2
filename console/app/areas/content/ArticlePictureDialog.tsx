import { useEffect } from 'react'
import * as z from 'zod/mini'
import { base64Of } from '~/common/base64.ts'
import { FileField } from '~/common/FileField.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { sendArticlePicture } from './queries.ts'

const schema = z.object({
	data: z.string().check(z.minLength(1, m['content.error_picture']())),
	alt: z.string().check(z.trim(), z.minLength(1, m['content.error_alt']()), z.maxLength(300)),
})

/** A picture of an article, as its element has it. */
interface Placed {
	src: string
	width: string
	height: string
	alt: string
}

interface ArticlePictureDialogProps {
	/** The file that was pasted or dropped. */
	file?: File
	onPlaced: (picture: Placed) => void
	onClose: () => void
}

/** Uploads a picture. Its description is for those who do not see it, so there is none without. */
export function ArticlePictureDialog({ file, onPlaced, onClose }: ArticlePictureDialogProps) {
	return (
		<ActionDialog<z.infer<typeof schema>, Placed>
			open
			onClose={onClose}
			title={m['content.picture']()}
			schema={schema}
			defaults={{ data: '', alt: '' }}
			submit={m['content.picture_put']()}
			run={async ({ data, alt }, key) => {
				const { url, width, height } = await sendArticlePicture({ data }, key)
				return { src: url, width: String(width), height: String(height), alt }
			}}
			onDone={onPlaced}
		>
			{(form) => (
				<>
					{file ? (
						<Given file={file} onRead={(data) => form.setValue('data', data)} />
					) : (
						<FileField
							label={m['content.picture_file']()}
							hint={m['content.picture_file_hint']()}
							error={form.formState.errors.data?.message}
							onChange={(data) => form.setValue('data', data)}
						/>
					)}
					<TextField
						label={m['content.picture_alt']()}
						hint={m['content.picture_alt_hint']()}
						maxLength={300}
						{...field(form, 'alt')}
					/>
				</>
			)}
		</ActionDialog>
	)
}

function Given({ file, onRead }: { file: File; onRead: (data: string) => void }) {
	// biome-ignore lint/correctness/useExhaustiveDependencies: read once
	useEffect(() => {
		base64Of(file).then(onRead)
	}, [file])
	return <p className="truncate font-medium">{file.name}</p>
}
