// Loaded for visitors with a session: the client of the API is heavy.
import { call } from '~/api/browser.ts'
import { getProfile } from '~/api/gen/sdk.gen.ts'
import type { Profile } from '~/api/gen/types.gen.ts'

export const fetchProfile = (): Promise<Profile> => call(getProfile)
