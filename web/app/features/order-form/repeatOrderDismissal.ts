// Whether the last order is still to be offered in this tab: not once the buyer has closed it, used it or ordered.

const keyOf = (gameId: number) => `larek.slip.${gameId}`

export function dismissRepeatOrder(gameId: number): void {
	try {
		sessionStorage.setItem(keyOf(gameId), 'hidden')
	} catch {
		// storage is switched off: it is shown again with the page
	}
}

export function isRepeatOrderDismissed(gameId: number): boolean {
	try {
		return sessionStorage.getItem(keyOf(gameId)) !== null
	} catch {
		return false
	}
}
