import { useSearchParams } from 'react-router'
import { Chips } from '~/kit/Chips.tsx'
import { Page } from '~/kit/Page.tsx'
import { m } from '~/paraglide/messages.js'
import { Batches } from './Batches.tsx'
import { Codes } from './Codes.tsx'
import { Levels } from './Levels.tsx'

const tabs = { levels: Levels, batches: Batches, codes: Codes }
type Tab = keyof typeof tabs

/** The stock of codes: how much there is, what was loaded, and every code without its text. */
export default function Stock() {
	const [params, setParams] = useSearchParams()
	const asked = params.get('tab') ?? ''
	const tab: Tab = asked in tabs ? (asked as Tab) : 'levels'
	const Shown = tabs[tab]
	return (
		<Page
			title={m['stock.title']()}
			beside={
				<Chips
					joined
					label={m['stock.tabs']()}
					value={tab}
					onChange={(next) => setParams(next === 'levels' ? {} : { tab: next })}
					chips={[
						{ value: 'levels', label: m['stock.tab_levels']() },
						{ value: 'batches', label: m['stock.tab_batches']() },
						{ value: 'codes', label: m['stock.tab_codes']() },
					]}
				/>
			}
		>
			<Shown />
		</Page>
	)
}
