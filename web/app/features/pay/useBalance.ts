import { useEffect, useState } from 'react'
import { useSignedIn } from '~/entities/session/signedInState.ts'
import type { Minor } from '~/lib/money.ts'
import { useHydrated } from '~/lib/now.ts'

/** What lies on the buyer's account: undefined while unknown, null for a guest. */
export function useBalance(): Minor | null | undefined {
	const hydrated = useHydrated()
	const isSignedIn = useSignedIn()
	const [balance, setBalance] = useState<Minor | null>()
	useEffect(() => {
		if (!isSignedIn) return
		import('./startPayment.client.ts')
			.then(({ askBalance }) => askBalance())
			.then(setBalance)
			.catch(() => {})
	}, [isSignedIn])
	return hydrated && !isSignedIn ? null : balance
}
