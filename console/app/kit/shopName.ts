import { createStore } from '@larek/shared/store.ts'

/** What the shop is called; empty until the API has said so. The document of the console is the same in every shop. */
export const shopName = createStore('')

/** The console works without an answer. */
export const loadShopName = () =>
	fetch('/api/brand/')
		.then((response) => response.json())
		.then(({ name }: { name: string }) => name && shopName.update(() => name))
		.catch(() => {})
