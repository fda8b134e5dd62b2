import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { decodeText, sendPriceFile } from './files.ts'
import { priceKeys } from './queries.ts'

/** Uploads a price file for checking and opens its preview. */
export function UploadButton() {
	const field = useRef<HTMLInputElement>(null)
	const navigate = useNavigate()
	const action = useAction({
		run: async (file: File, key: string) =>
			sendPriceFile({ name: file.name.slice(0, 200), text: decodeText(await file.arrayBuffer()) }, key),
		invalidate: [priceKeys.all],
		onDone: ({ id }) => navigate(`/prices/files/${id}`),
	})
	return (
		<>
			{action.problem && (
				<div role="alert">
					<Note tone="bad">{problemSentence(action.problem)}</Note>
				</div>
			)}
			<input
				ref={field}
				type="file"
				accept=".csv,.txt,text/csv,text/plain"
				aria-label={m['prices.file']()}
				className="sr-only"
				tabIndex={-1}
				onChange={({ target }) => {
					const [file] = target.files ?? []
					if (file) action.start(file)
					target.value = ''
				}}
			/>
			<Button look="lamp" icon={FileUp} busy={action.busy} onClick={() => field.current?.click()}>
				{m['prices.upload']()}
			</Button>
		</>
	)
}
