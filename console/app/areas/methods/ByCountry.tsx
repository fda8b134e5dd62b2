import { Chips } from '~/kit/Chips.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { Groups } from './Groups.tsx'
import { useMethodCountries } from './queries.ts'

/** Payment methods of a country with fees and success rates. */
export function ByCountry() {
	const countries = useMethodCountries()
	const [asked, setAsked] = useSearchState('country')
	return (
		<QueryBoundary query={countries} skeleton={<SkeletonCards cards={4} />}>
			{({ results }) => {
				const country = results.find(({ iso }) => iso === asked) ?? results[0]
				if (!country) return null
				return (
					<div className="grid gap-4">
						<Chips
							label={m['methods.country']()}
							chips={results.map(({ iso, name, active }) => ({ value: iso, label: name, count: active }))}
							value={country.iso}
							onChange={setAsked}
						/>
						{!country.hasRate && <Note tone="bad">{m['methods.no_rate']({ currency: country.currency })}</Note>}
						{country.active === 0 && <Note tone="bad">{m['methods.none']({ country: country.name })}</Note>}
						<Groups country={country} />
					</div>
				)
			}}
		</QueryBoundary>
	)
}
