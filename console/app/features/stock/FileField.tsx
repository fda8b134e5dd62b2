import { useId, useState } from 'react'
import { m } from '~/paraglide/messages.js'

/** The largest file that is read: fifty thousand codes are far less. */
const mostBytes = 2_400_000

/** Reads a text file of the computer. What is not text is refused by the server. */
export function FileField({ onText }: { onText: (text: string) => void }) {
	const id = useId()
	const [error, setError] = useState('')
	return (
		<div className="grid gap-1">
			<label htmlFor={id} className="text-xs font-medium text-muted">
				{m['stock.file']()}
			</label>
			<input
				id={id}
				type="file"
				accept=".txt,.csv,text/plain,text/csv"
				className="control py-1"
				onChange={async (event) => {
					const file = event.target.files?.[0]
					if (!file) return
					const isLarge = file.size > mostBytes
					setError(isLarge ? m['stock.file_large']() : '')
					if (!isLarge) onText(await file.text())
				}}
			/>
			{error && (
				<p role="alert" className="text-xs text-coral">
					{error}
				</p>
			)}
		</div>
	)
}
