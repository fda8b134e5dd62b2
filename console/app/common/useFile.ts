import { getExport } from '@larek/api/admin/sdk.gen.ts'
import { useRead } from '~/api/client.ts'

/** Polls an export until it ends. */
export const useFile = (id: number | undefined) =>
	useRead(
		['exports', id],
		getExport,
		{ path: { id: id ?? 0 } },
		{
			enabled: id !== undefined,
			refetchInterval: ({ state }) =>
				state.data && state.data.state !== 'waiting' && state.data.state !== 'running' ? false : 2_000,
		},
	)
