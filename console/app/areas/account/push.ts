// The browser part of pushes.

/** The worker that shows them. */
const script = `${import.meta.env.BASE_URL}push.js`

/** Reports whether this browser can show pushes. */
export const hasPush = (): boolean =>
	'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const subscriptionHere = async () =>
	(await navigator.serviceWorker.getRegistration(script))?.pushManager.getSubscription()

/** The address of this browser at its push service, or null while pushes are off. */
export const pushEndpoint = async (): Promise<string | null> => (await subscriptionHere())?.endpoint ?? null

/** Subscribes this browser with the key of the shop; undefined if the browser or the operator refuses. */
export async function subscribePush(key: string) {
	if ((await Notification.requestPermission()) !== 'granted') return undefined
	try {
		const registration = await navigator.serviceWorker.register(script)
		await activated(registration.installing)
		// One of an earlier key of the shop cannot be used.
		await (await registration.pushManager.getSubscription())?.unsubscribe()
		const options = { userVisibleOnly: true, applicationServerKey: key }
		const { endpoint = '', keys } = (await registration.pushManager.subscribe(options)).toJSON()
		return { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
	} catch (error) {
		if (error instanceof DOMException) return undefined
		throw error
	}
}

/** Nobody is pushed to by a worker that is being installed. */
function activated(worker: ServiceWorker | null): Promise<void> {
	return new Promise((resolve) => {
		if (!worker) return resolve()
		worker.addEventListener('statechange', () => worker.state === 'activated' && resolve())
	})
}

/** Ends the subscription of this browser. */
export const unsubscribePush = async () => (await subscriptionHere())?.unsubscribe()
