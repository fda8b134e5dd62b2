import { href, useFetcher } from 'react-router'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { useUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'

/** Orders made as a guest with the address that is proven to be the buyer's. */
export function ClaimCard() {
	const user = useUser()
	const fetcher = useFetcher()
	if (!user) return null
	return (
		<section aria-labelledby="claim-heading" className="card grid justify-items-start gap-3 p-5">
			<h2 id="claim-heading" className="text-lg">
				{m['profile.claim']()}
			</h2>
			{user.email ? (
				<>
					<p className="text-sm text-muted">{m['profile.claim_hint']({ email: user.email })}</p>
					<fetcher.Form method="post">
						<Button type="submit" size="small" name="intent" value="claim-orders" busy={fetcher.state !== 'idle'}>
							{m['profile.claim_button']()}
						</Button>
					</fetcher.Form>
				</>
			) : (
				<>
					<p className="text-sm text-muted">{m['profile.claim_no_email']()}</p>
					<ButtonLink size="small" to={href('/ru/profile/settings')}>
						{m['profile.claim_settings']()}
					</ButtonLink>
				</>
			)}
		</section>
	)
}
