// Loaded when the list of countries is opened: the client of the API is heavy.

import { listCountries, selectCountry } from '@larek/api/store/sdk.gen.ts'
import { call } from '~/api/browser.ts'

export const fetchCountries = () => call(listCountries)

export const chooseCountry = (countryId: number) => call(selectCountry, { body: { countryId } })
