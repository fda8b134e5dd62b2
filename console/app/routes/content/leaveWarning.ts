import { useEffect } from 'react'

/** The browser asks before a page with unsaved text is closed. */
export function useLeaveWarning(isOn: boolean) {
	useEffect(() => {
		if (!isOn) return
		const ask = (event: BeforeUnloadEvent) => event.preventDefault()
		addEventListener('beforeunload', ask)
		return () => removeEventListener('beforeunload', ask)
	}, [isOn])
}
