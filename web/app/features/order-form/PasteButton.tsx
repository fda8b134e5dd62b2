import { ClipboardPaste } from 'lucide-react'
import { showToast } from '~/components/toast/toasts.ts'
import type { DraftField } from '~/entities/order/draft.ts'
import { m } from '~/paraglide/messages.js'
import { type Fields, fieldId } from './fields.ts'

/** Types what was copied in the game. Absent where the browser does not let pages read the clipboard. */
export default function PasteButton({ fields, name }: { fields: Fields; name: DraftField }) {
	if (!navigator.clipboard?.readText) return null
	async function paste() {
		try {
			const text = (await navigator.clipboard.readText()).trim().slice(0, 64)
			if (text) fields.fill({ [name]: text })
			document.getElementById(fieldId(name))?.focus()
		} catch {
			showToast('warning', m['order_form.paste_failed']())
		}
	}
	return (
		<button
			type="button"
			onClick={paste}
			className="inline-flex min-w-11 items-center justify-center gap-1.5 rounded-control px-2.5 text-xs font-semibold text-muted hover:bg-shelf hover:text-fore"
		>
			<ClipboardPaste size={16} aria-hidden="true" />
			{m['order_form.paste']()}
		</button>
	)
}
