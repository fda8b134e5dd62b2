import { Navigate } from 'react-router'
import { useMay, useMe } from '~/api/session.ts'
import { HomePage } from '~/features/home/HomePage.tsx'
import { menuFor } from '~/shell/menu.ts'

/** How the shop is doing; without the permission, the first screen of the operator's menu. */
export default function Home() {
	const first = menuFor(useMe())[0]?.items[0]
	if (useMay()('home')) return <HomePage />
	return <Navigate to={first?.to ?? '/account'} replace />
}
