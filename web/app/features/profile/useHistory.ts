import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { OrderStatus } from '~/api/gen/types.gen.ts'
import { filterOf } from './filters.ts'
import type { OrderRow } from './row.ts'

interface Loaded {
	rows: OrderRow[]
	page: number
	count: number
	isMore: boolean
}

export interface HistoryState {
	status: OrderStatus | undefined
	rows: OrderRow[] | null
	count: number
	isMore: boolean
	busy: boolean
	failed: boolean
	choose: (status: string) => void
	more: () => void
	reload: () => void
}

const nothing: Loaded = { rows: [], page: 0, count: 0, isMore: true }

/** The orders of one status, fifty at a time; the status is in the address, so that «назад» goes back. */
export function useHistory(): HistoryState {
	const { search } = useLocation()
	const navigate = useNavigate()
	const status = filterOf(new URLSearchParams(search).get('status'))
	const [loaded, setLoaded] = useState<Loaded | null>(null)
	const [busy, setBusy] = useState(false)
	const [failed, setFailed] = useState(false)
	/** Answers to what is not asked any more are dropped. */
	const round = useRef(0)

	async function ask(before: Loaded) {
		const mine = round.current
		setBusy(true)
		setFailed(false)
		try {
			const { askOrders } = await import('./profileApi.client.ts')
			const { rows, count, isMore } = await askOrders(status, before.page + 1)
			if (mine !== round.current) return
			const known = new Set(before.rows.map(({ id }) => id))
			// An order made meanwhile pushes others onto the next page.
			const fresh = rows.filter(({ id }) => !known.has(id))
			setLoaded({ rows: [...before.rows, ...fresh], page: before.page + 1, count, isMore })
		} catch {
			if (mine === round.current) setFailed(true)
		} finally {
			if (mine === round.current) setBusy(false)
		}
	}
	function reload() {
		round.current++
		setLoaded(null)
		ask(nothing)
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: another filter, and only that, begins anew
	useEffect(() => {
		reload()
		return () => {
			round.current++
		}
	}, [status])

	return {
		status,
		rows: loaded?.rows ?? null,
		count: loaded?.count ?? 0,
		isMore: loaded?.isMore ?? false,
		busy,
		failed,
		choose: (to) => navigate({ search: to && `?status=${to}` }, { preventScrollReset: true }),
		more: () => busy || ask(loaded ?? nothing),
		reload,
	}
}
