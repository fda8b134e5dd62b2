import { getExport } from '@larek/api/admin/sdk.gen.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '~/api/client.ts'

/** A file that is being made, asked until it has ended. */
export const useFile = (id: number | undefined) =>
	useQuery({
		queryKey: ['exports', id],
		queryFn: ({ signal }) => call(getExport, { path: { id: id ?? 0 }, signal }),
		enabled: id !== undefined,
		refetchInterval: ({ state }) =>
			state.data && state.data.state !== 'waiting' && state.data.state !== 'running' ? false : 2_000,
	})
