// Shows the pushes of the console; registered when a person turns them on. Written by
// internal/desk/alerts: title, body, path below the console's address, tag.
self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
	const { title, body, path, tag } = event.data.json()
	event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon-180.png', data: path }))
})

self.addEventListener('notificationclick', (event) => {
	event.notification.close()
	// A window of its own: an open one may have something typed in it.
	const page = new URL(event.notification.data.slice(1), self.registration.scope)
	event.waitUntil(self.clients.openWindow(page))
})
