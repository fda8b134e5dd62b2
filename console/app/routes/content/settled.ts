import { useEffect, useState } from 'react'

/** A value that was typed, a moment after the last key. */
export function useSettled(value: string, after = 300): string {
	const [settled, setSettled] = useState(value)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), after)
		return () => clearTimeout(timer)
	}, [value, after])
	return settled
}
