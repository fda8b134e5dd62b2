import { useStore } from '@larek/shared/store.ts'
import { useMe } from '~/api/session.ts'
import { ProofForm } from '~/areas/account/ProofForm.tsx'
import { useProve } from '~/areas/account/signInQueries.ts'
import { Dialog } from '~/kit/Dialog.tsx'
import { stepUpRequest } from '~/kit/stepUp.ts'
import { m } from '~/paraglide/messages.js'

/** Prompts for a new proof when the server requires one, then continues the action. */
export function StepUpDialog() {
	const request = useStore(stepUpRequest)
	return request ? <Asked resolve={request.resolve} /> : null
}

function Asked({ resolve }: { resolve: (proved: boolean) => void }) {
	const { session } = useMe()
	const prove = useProve(() => resolve(true))
	return (
		<Dialog open title={m['shell.step_up']()} subtitle={m['shell.step_up_hint']()} onClose={() => resolve(false)}>
			<ProofForm methods={session.methods} prove={prove} />
		</Dialog>
	)
}
