import { useState } from 'react'
import { Button } from '~/kit/Button.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { TextArea } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'

/** A place to paste a column into; Ctrl V in a cell does the same. */
export function PasteDialog({ onClose, onPaste }: { onClose: () => void; onPaste: (table: string) => void }) {
	const [text, setText] = useState('')
	return (
		<Dialog
			open
			title={m['prices.paste']()}
			subtitle={m['prices.paste_how']()}
			onClose={onClose}
			footer={
				<>
					<span className="flex-1" />
					<Button onClick={onClose}>{m['common.cancel']()}</Button>
					<Button
						look="lamp"
						disabled={text.trim() === ''}
						onClick={() => {
							onPaste(text)
							onClose()
						}}
					>
						{m['prices.paste_check']()}
					</Button>
				</>
			}
		>
			<TextArea
				label={m['prices.paste_text']()}
				hint={m['prices.paste_hint']()}
				rows={10}
				value={text}
				onChange={(event) => setText(event.target.value)}
			/>
		</Dialog>
	)
}
