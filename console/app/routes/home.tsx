import { Navigate } from 'react-router'
import { useMe } from '~/api/session.ts'
import { menuFor } from '~/shell/menu.ts'

/** The first screen of the operator's menu. */
export default function Home() {
	const first = menuFor(useMe())[0]?.items[0]
	return <Navigate to={first?.to ?? '/account'} replace />
}
