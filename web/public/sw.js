// Only so that a page opened without a network is ours and not the browser's: nothing else is kept or answered here.
const page = '/offline.html'

self.addEventListener('install', (event) => {
	event.waitUntil(
		caches
			.open('offline-1')
			.then((cache) => cache.add(page))
			.then(() => self.skipWaiting()),
	)
})
self.addEventListener('activate', (event) => {
	// The page is asked for while this wakes up, so nobody waits for it.
	event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]))
})
self.addEventListener('fetch', (event) => {
	if (event.request.mode === 'navigate') event.respondWith(answer(event))
})

async function answer(event) {
	try {
		return (await event.preloadResponse) ?? (await fetch(event.request))
	} catch {
		return caches.match(page)
	}
}
