import { Outlet } from 'react-router'
import { protect } from '~/features/auth/protect.server.ts'
import { ProfileHead } from '~/features/profile/ProfileHead.tsx'
import type { Route } from './+types/profile'

/** Its content belongs to one user and is fetched in the browser. */
export const handle = { hydrate: 'immediately' }

export function loader({ request }: Route.LoaderArgs) {
	protect(request)
	return null
}

/** Nothing of it changes with the filter or the tab. */
export const shouldRevalidate = () => false

export default function ProfileLayout() {
	return (
		<>
			<ProfileHead />
			<Outlet />
		</>
	)
}
