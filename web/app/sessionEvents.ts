// What the shop does when a session ends, wherever it ended. Loaded by entry.client.tsx.
import { onSessionSignal } from '~/api/sessionSignals.ts'
import { showToast } from '~/components/toast/toasts.ts'
import { clearCarts } from '~/entities/cart/cartStore.ts'
import { restoreGuestOrders } from '~/entities/order/guestOrders.ts'
import { notifySessionChanged } from '~/entities/session/signedInState.ts'
import { clearUser } from '~/entities/session/user.ts'
import { clearTabStorage } from '~/lib/tabStorage.ts'
import { m } from '~/paraglide/messages.js'

onSessionSignal((signal) => {
	if (signal.type === 'noAccess') return showToast('error', signal.detail)
	clearUser()
	clearCarts()
	clearTabStorage()
	restoreGuestOrders()
	notifySessionChanged()
	if (signal.reason === 'over') showToast('warning', m['auth.over']())
})
