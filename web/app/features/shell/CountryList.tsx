import type { Country } from '@larek/api/store/types.gen.ts'
import { useEffect, useState } from 'react'
import { Button } from '~/components/Button.tsx'
import { Picture } from '~/components/Picture.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { showToast } from '~/components/toast/toasts.ts'
import { useMarket } from '~/lib/market.ts'
import { m } from '~/paraglide/messages.js'
import { currencyBeside, matches } from './countryCurrency.ts'

/** With the client of the API, which most visitors never need: the list is fetched ahead without it. */
const loadApi = () => import('./chooseCountry.ts')

/** Chooses the country, and with it the currency of every price. */
export default function CountryList() {
	const { countryId } = useMarket()
	const [countries, setCountries] = useState<Country[] | 'failed'>()
	const [chosen, choose] = useState<number>()
	const [query, setQuery] = useState('')
	const shown = Array.isArray(countries) ? countries.filter(({ name }) => matches(name, query)) : []

	useEffect(() => {
		loadApi()
			.then(({ fetchCountries }) => fetchCountries())
			.then(setCountries, () => setCountries('failed'))
	}, [])

	async function select(id: number) {
		choose(id)
		try {
			const { chooseCountry } = await loadApi()
			await chooseCountry(id)
			// Prices are part of the page, and the page is cached by market: a new one has to come.
			location.reload()
		} catch {
			choose(undefined)
			showToast('error', m['market.failed']())
		}
	}

	return (
		<>
			<p className="mb-4 text-sm text-muted">{m['market.hint']()}</p>
			{countries === undefined && <Skeleton className="h-52" />}
			{countries === 'failed' && <p className="text-coral">{m['market.unavailable']()}</p>}
			{Array.isArray(countries) && (
				<label className="mb-3 block">
					<span className="sr-only">{m['market.search']()}</span>
					<input
						type="search"
						autoComplete="off"
						placeholder={m['market.search']()}
						className="control"
						onInput={(event) => setQuery(event.currentTarget.value)}
					/>
				</label>
			)}
			{Array.isArray(countries) && shown.length === 0 && <p className="text-muted">{m['market.none']()}</p>}
			{shown.length > 0 && (
				<ul className="grid grid-cols-1 gap-2">
					{shown.map((country) => (
						<li key={country.id}>
							<Button
								wide
								busy={chosen === country.id}
								aria-current={country.id === countryId || undefined}
								className="min-w-0 justify-start px-4! aria-[current]:border-lamp-line"
								onClick={() => select(country.id)}
							>
								<span className="size-6 shrink-0 overflow-hidden rounded-full">
									<Picture src={country.flag} alt="" sizes="24px" width={24} height={24} />
								</span>
								<span className="shrink-0">{country.name}</span>
								<span className="ml-auto truncate text-sm font-normal text-muted">{currencyBeside(country.name)}</span>
							</Button>
						</li>
					))}
				</ul>
			)}
		</>
	)
}
