import { useEffect, useState } from 'react'

type Ask = typeof import('./settingsApi.client.ts')

export interface Asked<T> {
	value: T | undefined
	failed: boolean
	set: (value: T) => void
	again: () => void
}

/** Something of the account, asked for once the page is alive. `question` is a function of the module, never a new one. */
export function useAsked<T>(question: (ask: Ask) => Promise<T>): Asked<T> {
	const [value, set] = useState<T>()
	const [failed, setFailed] = useState(false)
	const [round, setRound] = useState(0)
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
	useEffect(() => {
		let isWanted = true
		setFailed(false)
		import('./settingsApi.client.ts').then(question).then(
			(answer) => isWanted && set(answer),
			() => isWanted && setFailed(true),
		)
		return () => {
			isWanted = false
		}
	}, [round, question])
	return { value, failed, set, again: () => setRound((before) => before + 1) }
}
