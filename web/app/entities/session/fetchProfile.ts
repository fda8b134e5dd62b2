// Loaded for visitors with a session: the client of the API is heavy.

import { getProfile } from '@larek/api/store/sdk.gen.ts'
import type { Profile } from '@larek/api/store/types.gen.ts'
import { call } from '~/api/browser.ts'

export const fetchProfile = (): Promise<Profile> => call(getProfile)
