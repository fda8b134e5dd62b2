/** What the shop is called: on the server as the API says (server/brand.ts), in the browser as the document does. */
export function shopName(): string {
	return import.meta.env.SSR
		? (globalThis as unknown as { shopBrand: { name: string } }).shopBrand.name
		: (document.documentElement.dataset.shop as string)
}
