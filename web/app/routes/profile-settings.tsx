import { isSignedIn } from '~/entities/session/signedInState.ts'
import { Consents } from '~/features/settings/Consents.tsx'
import { DataExport } from '~/features/settings/DataExport.tsx'
import { EmailCard } from '~/features/settings/EmailCard.tsx'
import { LinkedProviders } from '~/features/settings/LinkedProviders.tsx'
import { Sessions } from '~/features/settings/Sessions.tsx'
import type { SettingsData } from '~/features/settings/settings.ts'
import { pageHeaders } from '~/lib/caching.ts'
import { noIndex } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/profile-settings'

export const headers = pageHeaders
export const meta: Route.MetaFunction = () => noIndex(m['settings.title']())

export async function clientLoader() {
	const { loadSettings } = await import('~/features/settings/settingsApi.client.ts')
	return loadSettings()
}
clientLoader.hydrate = true as const

export async function clientAction({ request }: Route.ClientActionArgs) {
	const form = await request.formData()
	const { submitSettings } = await import('~/features/settings/settingsApi.client.ts')
	return submitSettings(form)
}

/** After a sign-out there are no settings to read. */
export const shouldRevalidate = () => isSignedIn()

export function HydrateFallback() {
	return <Settings />
}

export default function ProfileSettings({ loaderData }: Route.ComponentProps) {
	return <Settings {...loaderData} />
}

function Settings({ methods, sessions, consents }: Partial<SettingsData>) {
	return (
		<div className="mt-6 grid items-start gap-4 lg:grid-cols-2">
			<div className="grid gap-4">
				<LinkedProviders methods={methods} />
				<EmailCard />
			</div>
			<div className="grid gap-4">
				<Sessions sessions={sessions} />
				<Consents consents={consents} />
				<DataExport />
			</div>
		</div>
	)
}
