import { useEffect, useState } from 'react'

/** A value that was typed, a moment after the last key. */
export function useSettled<Value>(value: Value, after = 300): Value {
	const [settled, setSettled] = useState(value)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), after)
		return () => clearTimeout(timer)
	}, [value, after])
	return settled
}
