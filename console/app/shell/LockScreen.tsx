import type { ConsoleSession } from '~/api/session.ts'
import { Gate } from '~/areas/account/Gate.tsx'
import { ProofForm } from '~/areas/account/ProofForm.tsx'
import { useProve, useSignOut } from '~/areas/account/signInQueries.ts'
import { m } from '~/paraglide/messages.js'

/** Covers the console after fifteen idle minutes. The page below keeps its state. */
export function LockScreen({ session }: { session: ConsoleSession }) {
	const prove = useProve()
	const signOut = useSignOut()
	return (
		<div className="fixed inset-0 z-60">
			<Gate title={m['shell.locked']()} subtitle={m['shell.locked_hint']({ name: session.name ?? '' })}>
				<ProofForm methods={session.methods} prove={prove} />
				<p className="text-muted">
					{m['shell.not_you']()}{' '}
					<button
						type="button"
						onClick={() => signOut.start({})}
						className="text-sky underline-offset-3 hover:underline"
					>
						{m['shell.sign_out']()}
					</button>
				</p>
			</Gate>
		</div>
	)
}
