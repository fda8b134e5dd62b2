import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { buttonClass, IconButton } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { base64Of } from './base64.ts'

/** The largest picture that is sent. The server checks its content and re-encodes it. */
const mostBytes = 5 * 1024 * 1024

interface FileFieldProps {
	label: string
	hint?: string
	error?: string
	/** The file in base64, or undefined. */
	onChange: (data: string) => void
}

/** A picture attached to an action. */
export function FileField({ label, hint, error, onChange }: FileFieldProps) {
	const id = useId()
	const [name, setName] = useState('')
	const [isLarge, setLarge] = useState(false)
	const choose = async (file: File | undefined) => {
		setLarge(file !== undefined && file.size > mostBytes)
		const isGood = file && file.size <= mostBytes
		setName(isGood ? file.name : '')
		onChange(isGood ? await base64Of(file) : '')
	}
	const wrong = isLarge ? m['action.picture_large']() : error
	return (
		<div className="grid gap-1">
			<span className="text-xs font-medium text-muted">{label}</span>
			<div className="flex min-w-0 items-center gap-2">
				<input
					id={id}
					type="file"
					accept="image/png,image/jpeg,image/webp"
					aria-describedby={`${id}-note`}
					className="peer sr-only"
					onChange={(event) => {
						choose(event.target.files?.[0]).catch(() => setLarge(true))
						event.target.value = ''
					}}
				/>
				<label
					htmlFor={id}
					className={buttonClass(
						{ size: 'small' },
						'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2',
					)}
				>
					{name ? m['action.picture_other']() : m['action.picture_choose']()}
				</label>
				{name && (
					<>
						<span className="truncate">{name}</span>
						<IconButton label={m['action.picture_drop']()} icon={X} onClick={() => choose(undefined)} />
					</>
				)}
			</div>
			<p
				id={`${id}-note`}
				role={wrong ? 'alert' : undefined}
				className={wrong ? 'text-xs text-coral' : 'text-xs text-muted'}
			>
				{wrong ?? hint}
			</p>
		</div>
	)
}
