import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { Chips } from '~/kit/Chips.tsx'
import { Page } from '~/kit/Page.tsx'
import { m } from '~/paraglide/messages.js'
import { ByCountry } from './ByCountry.tsx'
import { Providers } from './Providers.tsx'
import { Rates } from './Rates.tsx'
import { Routes } from './Routes.tsx'

const tabs: Record<string, [label: () => string, Tab: ComponentType]> = {
	methods: [m['methods.tab_methods'], ByCountry],
	providers: [m['methods.tab_providers'], Providers],
	rates: [m['methods.tab_rates'], Rates],
	routes: [m['methods.tab_routes'], Routes],
}

/** Payment methods by country, their providers, rates and routes. */
export default function Methods() {
	const [params, setParams] = useSearchParams()
	const asked = params.get('tab') ?? 'methods'
	const tab = asked in tabs ? asked : 'methods'
	const Tab = tabs[tab]?.[1] ?? ByCountry
	return (
		<Page
			title={m['methods.title']()}
			beside={
				<Chips
					joined
					label={m['methods.title']()}
					value={tab}
					onChange={(value) => setParams({ tab: value })}
					chips={Object.entries(tabs).map(([value, [label]]) => ({ value, label: label() }))}
				/>
			}
		>
			<Tab />
		</Page>
	)
}
