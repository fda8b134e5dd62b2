import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/kit/Button.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { OptionField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'

interface RecoveryCodesProps {
	codes: string[]
	/** The label of the last button. */
	into?: string
	onDone: () => void
}

/** Shown once, right after they were made. The operator confirms that they are saved before going on. */
export function RecoveryCodes({ codes, into = m['enrol.into'](), onDone }: RecoveryCodesProps) {
	const [isSaved, setSaved] = useState(false)
	const text = codes.join('\n')
	return (
		<div className="grid gap-3.5">
			<ul aria-label={m['enrol.codes']()} className="grid grid-cols-2 gap-1.5 rounded-control bg-shelf p-3 font-mono">
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<div className="flex items-center gap-3">
				<a
					href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
					download="larek-console.txt"
					className="inline-flex items-center gap-1.5 text-sky hover:underline max-md:min-h-11"
				>
					<Download size={14} aria-hidden="true" />
					{m['enrol.download']()}
				</a>
				<Copy text={text} what={m['enrol.codes']()}>
					{m['enrol.copy_all']()}
				</Copy>
			</div>
			<OptionField
				type="checkbox"
				label={m['enrol.saved']()}
				checked={isSaved}
				onChange={(event) => setSaved(event.currentTarget.checked)}
			/>
			<Button look="lamp" size="large" wide disabled={!isSaved} onClick={onDone}>
				{into}
			</Button>
		</div>
	)
}
