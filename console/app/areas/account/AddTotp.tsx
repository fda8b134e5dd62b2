import { Plus } from 'lucide-react'
import { useState } from 'react'
import { problemSentence } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { showToast } from '~/kit/toast.ts'
import { m } from '~/paraglide/messages.js'
import { type Enrolled, type TotpEnrolment, useStartTotp } from './signInQueries.ts'
import { TotpForm } from './TotpForm.tsx'

/** Adds an authenticator app to an account that already has another factor. */
export function AddTotp({ onAdded }: { onAdded: (enrolled: Enrolled) => void }) {
	const [enrolment, setEnrolment] = useState<TotpEnrolment>()
	const start = useStartTotp(setEnrolment)
	const close = () => setEnrolment(undefined)
	const done = (enrolled: Enrolled) => {
		close()
		showToast({ text: m['account.totp_added']() })
		onAdded(enrolled)
	}
	return (
		<>
			<Button icon={Plus} busy={start.busy} onClick={() => start.start({})}>
				{m['account.add_totp']()}
			</Button>
			{start.problem && (
				<p role="alert" className="w-full text-xs text-coral">
					{problemSentence(start.problem)}
				</p>
			)}
			<Dialog
				open={enrolment !== undefined}
				title={m['enrol.totp_title']()}
				subtitle={m['enrol.totp_hint']()}
				onClose={close}
			>
				{enrolment && <TotpForm start={enrolment} onDone={done} onBack={close} />}
			</Dialog>
		</>
	)
}
