import { Chips } from '~/kit/Chips.tsx'
import { Page } from '~/kit/Page.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { m } from '~/paraglide/messages.js'
import { EntryButton } from './EntryButton.tsx'
import { Periods } from './Periods.tsx'
import { RevalueButton } from './RevalueButton.tsx'
import { Trial } from './Trial.tsx'

/** The books: the trial balance of a period, and closed months. */
export default function BooksPage() {
	const [tab, setTab] = useSearchState('tab')
	const chips = [
		{ value: 'trial', label: m['books.trial']() },
		{ value: 'periods', label: m['books.periods']() },
	]
	return (
		<Page
			title={m['books.title']()}
			beside={
				<Chips
					joined
					label={m['books.tabs']()}
					chips={chips}
					value={tab ?? 'trial'}
					onChange={(value) => setTab(value === 'trial' ? null : value)}
				/>
			}
			actions={
				<>
					<RevalueButton />
					<EntryButton />
				</>
			}
		>
			{tab === 'periods' ? <Periods /> : <Trial />}
		</Page>
	)
}
