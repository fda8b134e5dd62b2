import { useEffect, useState } from 'react'
import { call } from '~/api/browser.ts'
import { listCountries, selectCountry } from '~/api/gen/sdk.gen.ts'
import type { Country } from '~/api/gen/types.gen.ts'
import { Button } from '~/components/Button.tsx'
import { Dialog } from '~/components/Dialog.tsx'
import { Picture } from '~/components/Picture.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { notify } from '~/components/toast/toasts.ts'
import { useMarket } from '~/lib/market.ts'
import { m } from '~/paraglide/messages.js'

/** Chooses the country, and with it the currency of every price. */
export default function CountryDialog({ onClose }: { onClose: () => void }) {
	const { countryId } = useMarket()
	const [countries, setCountries] = useState<Country[] | 'failed'>()
	const [chosen, choose] = useState<number>()

	useEffect(() => {
		call(listCountries).then(setCountries, () => setCountries('failed'))
	}, [])

	async function select(id: number) {
		choose(id)
		try {
			await call(selectCountry, { body: { countryId: id } })
			// Prices are part of the page, and the page is cached by market: a new one has to come.
			location.reload()
		} catch {
			choose(undefined)
			notify('error', m['market.failed']())
		}
	}

	return (
		<Dialog open title={m['market.choose']()} onClose={onClose}>
			<p className="mb-4 text-sm text-muted">{m['market.hint']()}</p>
			{countries === undefined && <Skeleton className="h-52" />}
			{countries === 'failed' && <p className="text-coral">{m['market.unavailable']()}</p>}
			{Array.isArray(countries) && (
				<ul className="grid gap-2">
					{countries.map((country) => (
						<li key={country.id}>
							<Button
								wide
								busy={chosen === country.id}
								aria-current={country.id === countryId || undefined}
								className="justify-start aria-[current]:border-lamp-text"
								onClick={() => select(country.id)}
							>
								<span className="size-6 overflow-hidden rounded-full">
									<Picture src={country.flag} alt="" sizes="24px" width={24} height={24} />
								</span>
								{country.name}
							</Button>
						</li>
					))}
				</ul>
			)}
		</Dialog>
	)
}
