import type { RevealedCode } from '@larek/api/admin/types.gen.ts'
import { useEffect, useRef, useState } from 'react'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { m } from '~/paraglide/messages.js'
import { revealReasons } from './labels.ts'
import { sendReveal, stockKeys } from './queries.ts'

/** How long a code stays on the screen. */
const shownFor = 30_000

/** Prompts for a reason, then shows one code for half a minute. The code is kept only in this component. */
export function RevealDialog({ id, onClose }: { id: number; onClose: () => void }) {
	const [shown, setShown] = useState<RevealedCode>()
	// The form closes after a response; this dialog stays open and shows the code.
	const isAnswered = useRef(false)
	useEffect(() => {
		if (!shown) return
		const timer = setTimeout(onClose, shownFor)
		return () => clearTimeout(timer)
	}, [shown, onClose])
	if (shown)
		return (
			<Dialog open title={m['stock.reveal_of']({ id })} subtitle={m['stock.shown_for']()} onClose={onClose}>
				<p className="text-lg font-semibold">
					<Copy text={shown.text} />
				</p>
			</Dialog>
		)
	return (
		<ActionDialog
			open
			title={m['stock.reveal_of']({ id })}
			consequences={[m['stock.reveal_means'](), m['stock.reveal_counts']()]}
			reasons={revealReasons()}
			submit={m['stock.reveal']()}
			onClose={() => !isAnswered.current && onClose()}
			onDone={setShown}
			run={async ({ reason }, key) => {
				const code = await sendReveal(id, reason, key)
				isAnswered.current = true
				return code
			}}
			invalidate={[stockKeys.all]}
		/>
	)
}
