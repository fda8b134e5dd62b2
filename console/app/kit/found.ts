import { useStore } from '@larek/shared/store.ts'
import { useEffect, useState } from 'react'
import { problemOf } from '~/api/problem.ts'
import { finder, type PaletteGroup } from './palette.ts'

interface Found {
	groups: PaletteGroup[]
	isBusy: boolean
	problem?: string
}

const nothing: Found = { groups: [], isBusy: false }
/** The pause in typing before a search. */
const pause = 120

/** Runs the current screen's search once per pause in typing; results of older text are dropped. */
export function useFound(text: string): Found {
	const find = useStore(finder)
	const [found, setFound] = useState<Found>(nothing)
	useEffect(() => {
		const wanted = text.trim()
		if (!find || wanted.length < 2) {
			setFound(nothing)
			return
		}
		const limit = new AbortController()
		setFound((now) => ({ ...now, isBusy: true, problem: undefined }))
		const timer = setTimeout(() => {
			find(wanted, limit.signal)
				.then((groups) => !limit.signal.aborted && setFound({ groups, isBusy: false }))
				.catch((error) => !limit.signal.aborted && setFound({ ...nothing, problem: problemOf(error).text }))
		}, pause)
		return () => {
			clearTimeout(timer)
			limit.abort()
		}
	}, [find, text])
	return found
}
