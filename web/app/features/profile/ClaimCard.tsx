import { useState } from 'react'
import { ResponseError } from '~/api/errors.ts'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { notify } from '~/components/toast/toasts.ts'
import { useUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'

/** Orders made as a guest with the address that is proven to be the buyer's. */
export function ClaimCard({ onClaimed }: { onClaimed: () => void }) {
	const user = useUser()
	const [busy, setBusy] = useState(false)
	if (!user) return null

	async function claim() {
		setBusy(true)
		try {
			const { claimOrders } = await import('./profileApi.client.ts')
			const count = await claimOrders()
			if (count === 0) return notify('warning', m['profile.claimed_none']())
			onClaimed()
			notify('success', m['profile.claimed']({ count }))
		} catch (error) {
			notify('error', (error instanceof ResponseError && error.detail) || m['settings.not_done']())
		} finally {
			setBusy(false)
		}
	}

	return (
		<section aria-labelledby="claim-heading" className="card grid justify-items-start gap-3 p-5">
			<h2 id="claim-heading" className="text-lg">
				{m['profile.claim']()}
			</h2>
			{user.email ? (
				<>
					<p className="text-sm text-muted">{m['profile.claim_hint']({ email: user.email })}</p>
					<Button size="small" busy={busy} onClick={claim}>
						{m['profile.claim_button']()}
					</Button>
				</>
			) : (
				<>
					<p className="text-sm text-muted">{m['profile.claim_no_email']()}</p>
					<ButtonLink size="small" to="/ru/profile/settings">
						{m['profile.claim_settings']()}
					</ButtonLink>
				</>
			)}
		</section>
	)
}
