import { Consents } from '~/features/settings/Consents.tsx'
import { MyData } from '~/features/settings/DataExport.tsx'
import { EmailCard } from '~/features/settings/EmailCard.tsx'
import { Socials } from '~/features/settings/LinkedProviders.tsx'
import { Devices } from '~/features/settings/Sessions.tsx'
import { pageHeaders } from '~/lib/caching.ts'
import { hidden } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/profile-settings'

export const headers = pageHeaders
export const meta: Route.MetaFunction = () => hidden(m['settings.title']())

export default function ProfileSettings() {
	return (
		<div className="mt-6 grid items-start gap-4 lg:grid-cols-2">
			<div className="grid gap-4">
				<Socials />
				<EmailCard />
			</div>
			<div className="grid gap-4">
				<Devices />
				<Consents />
				<MyData />
			</div>
		</div>
	)
}
