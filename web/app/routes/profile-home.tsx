import { BalanceReceipt } from '~/features/profile/BalanceReceipt.tsx'
import { ClaimCard } from '~/features/profile/ClaimCard.tsx'
import { History } from '~/features/profile/History.tsx'
import { PromoCard } from '~/features/profile/PromoCard.tsx'
import { useHistory } from '~/features/profile/useHistory.ts'
import { pageHeaders } from '~/lib/caching.ts'
import { hidden } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/profile-home'

export const headers = pageHeaders
export const meta: Route.MetaFunction = () => hidden(m['profile.title']())

export default function ProfileHome() {
	const history = useHistory()
	return (
		<div className="mt-6 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_372px] lg:grid-rows-[auto_1fr] lg:gap-x-7">
			{/* On a phone before the orders, which have no end. */}
			<div className="grid gap-4 lg:col-start-2">
				<BalanceReceipt />
				<PromoCard />
			</div>
			<div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
				<History {...history} />
			</div>
			<div className="lg:col-start-2">
				<ClaimCard onClaimed={history.reload} />
			</div>
		</div>
	)
}
