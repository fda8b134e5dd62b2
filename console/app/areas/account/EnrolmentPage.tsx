import { Fingerprint, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useSessionChange } from '~/api/session.ts'
import { problemSentence } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { Gate } from './Gate.tsx'
import { deviceName, hasPasskeys } from './passkeys.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { type Enrolled, type TotpEnrolment, useAddPasskey, useStartTotp } from './signInQueries.ts'
import { TotpForm } from './TotpForm.tsx'

/** The only page of an operator without a second factor. */
export function EnrolmentPage() {
	const [enrolled, setEnrolled] = useState<Enrolled>()
	const [totp, setTotp] = useState<TotpEnrolment>()
	const change = useSessionChange()
	const done = (answer: Enrolled) => (answer.recoveryCodes.length > 0 ? setEnrolled(answer) : change(answer.session))
	if (enrolled)
		return (
			<Gate title={m['enrol.codes_title']()} subtitle={m['enrol.codes_hint']()}>
				<RecoveryCodes codes={enrolled.recoveryCodes} onDone={() => change(enrolled.session)} />
			</Gate>
		)
	if (totp)
		return (
			<Gate title={m['enrol.totp_title']()} subtitle={m['enrol.totp_hint']()}>
				<TotpForm start={totp} onDone={done} onBack={() => setTotp(undefined)} />
			</Gate>
		)
	return (
		<Gate title={m['enrol.title']()} subtitle={m['enrol.hint']()}>
			<Choice onTotp={setTotp} onDone={done} />
		</Gate>
	)
}

interface ChoiceProps {
	onTotp: (start: TotpEnrolment) => void
	onDone: (enrolled: Enrolled) => void
}

function Choice({ onTotp, onDone }: ChoiceProps) {
	const passkey = useAddPasskey(onDone)
	const totp = useStartTotp(onTotp)
	const problem = passkey.problem ?? totp.problem
	return (
		<div className="grid gap-2.5">
			{problem && (
				<div role="alert">
					<Note tone="bad">{problemSentence(problem)}</Note>
				</div>
			)}
			{hasPasskeys() && (
				<>
					<Button
						look="lamp"
						size="large"
						icon={Fingerprint}
						wide
						busy={passkey.busy}
						onClick={() => passkey.start({ name: deviceName() })}
					>
						{m['enrol.passkey']()}
					</Button>
					<p className="text-xs text-muted">{m['enrol.passkey_hint']()}</p>
				</>
			)}
			<Button size="large" icon={Smartphone} wide busy={totp.busy} onClick={() => totp.start({})}>
				{m['enrol.totp']()}
			</Button>
		</div>
	)
}
