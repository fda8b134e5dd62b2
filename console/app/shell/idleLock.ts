import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isIdle } from '~/api/activity.ts'
import { sessionKeys } from '~/api/session.ts'

/** The interval of session checks while the operator is idle. */
const checkInterval = 30_000

/**
 * Polls whether the session has locked. The server counts the idle time; without polling the page would keep showing
 * an order after the operator has left.
 */
export function useIdleLock(isOpen: boolean): void {
	const client = useQueryClient()
	useEffect(() => {
		if (!isOpen) return
		const timer = setInterval(() => {
			if (isIdle()) client.invalidateQueries({ queryKey: sessionKeys.state })
		}, checkInterval)
		return () => clearInterval(timer)
	}, [client, isOpen])
}
