import { classes } from '@larek/shared/classes.ts'
import { parseMoney } from '@larek/shared/money.ts'
import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { isSignedIn } from '~/entities/session/signedInState.ts'
import { useUser } from '~/entities/session/user.ts'
import { BalanceHistory } from '~/features/profile/BalanceHistory.tsx'
import { ClaimCard } from '~/features/profile/ClaimCard.tsx'
import { filterOf } from '~/features/profile/filters.ts'
import { History } from '~/features/profile/History.tsx'
import { PromoCard } from '~/features/profile/PromoCard.tsx'
import type { ProfileData } from '~/features/profile/profile.ts'
import { pageHeaders } from '~/lib/caching.ts'
import { noIndex } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/profile-home'

export const headers = pageHeaders
export const meta: Route.MetaFunction = () => noIndex(m['profile.title']())

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
	const { loadProfile } = await import('~/features/profile/profileApi.client.ts')
	return loadProfile(new URL(request.url))
}
clientLoader.hydrate = true as const

export async function clientAction({ request }: Route.ClientActionArgs) {
	const form = await request.formData()
	const { submitProfile } = await import('~/features/profile/profileApi.client.ts')
	return submitProfile(form)
}

/** A promo code changes neither list; after a sign-out there is none. */
export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
	if (!isSignedIn()) return false
	return formData ? formData.get('intent') === 'claim-orders' : defaultShouldRevalidate
}

export function HydrateFallback() {
	return <Profile />
}

export default function ProfileHome({ loaderData }: Route.ComponentProps) {
	return <Profile {...loaderData} />
}

function Profile({ orders, movements }: Partial<ProfileData>) {
	const [search] = useSearchParams()
	const status = filterOf(search.get('status'))
	const user = useUser()
	const isEmpty = !user || parseMoney(user.balance) === 0
	return (
		<div className="mt-6 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_372px] lg:grid-rows-[auto_1fr] lg:gap-x-7">
			{/* On a phone money comes before the orders, which have no end; no money does not. */}
			<div className={classes('lg:col-start-2', isEmpty && 'max-lg:order-1')}>
				<BalanceHistory first={movements} />
			</div>
			<div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
				<History key={status} status={status} first={orders} />
			</div>
			<div className={classes('grid gap-4 lg:col-start-2', isEmpty && 'max-lg:order-1')}>
				<PromoCard />
				<ClaimCard />
			</div>
		</div>
	)
}
