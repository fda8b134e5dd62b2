import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { parts } from './features/sitemap/parts.ts'

export default [
	index('routes/root-redirect.ts'),
	route('robots.txt', 'routes/robots.ts'),
	route('site.webmanifest', 'routes/manifest.ts'),
	route('sitemap.xml', 'routes/sitemap.ts'),
	// The router has no parameters within a part of an address, so each map is a route.
	...parts.map((part) => route(`sitemap-${part}.xml`, 'routes/sitemap-part.ts', { id: `sitemap-${part}` })),
	// Where providers redirect to, and the page it leads to; neither has the layout of the shop.
	route('auth/:social/redirect', 'routes/auth-provider-redirect.ts'),
	route('ru/auth/:social/redirect', 'routes/auth-callback.tsx'),
	route('ru/auth/confirm', 'routes/auth-confirm.tsx'),
	route('ru/auth/stop', 'routes/auth-stop.tsx'),
	route('ru/auth/password', 'routes/auth-password.tsx'),
	// Where the letters about a guest's order lead.
	route('ru/orders/:hash/prove', 'routes/order-prove.tsx'),
	layout('routes/shell.tsx', [
		route('ru', 'routes/home.tsx'),
		route('ru/games', 'routes/games.tsx'),
		route('ru/games/:id', 'routes/game.tsx'),
		route('ru/games/:id/last-order', 'routes/game-last-order.ts'),
		route('ru/games/:id/account', 'routes/game-account.ts'),
		// What staff look at before buyers do; opened by links of the console alone.
		route('ru/preview/games/:id', 'routes/game-preview.tsx'),
		route('ru/search', 'routes/search.tsx'),
		route('ru/gifts/:page?', 'routes/gifts.tsx'),
		// The spelling is the shop's own and is linked from outside.
		route('ru/gifts/detalis/:id', 'routes/gift.tsx'),
		route('ru/products/:page?', 'routes/products.tsx'),
		route('ru/products/details/:id', 'routes/product.tsx'),
		route('ru/orders', 'routes/orders.tsx'),
		route('ru/orders/:hash/pay', 'routes/pay.tsx'),
		route('ru/orders/:hash/details', 'routes/order.tsx'),
		route('ru/profile', 'routes/profile.tsx', [
			index('routes/profile-home.tsx'),
			route('settings', 'routes/profile-settings.tsx'),
		]),
		route('ru/feedback', 'routes/feedback.tsx'),
		route('ru/info', 'routes/info.tsx'),
		route('ru/info/contacts', 'routes/contacts.tsx'),
		route('ru/info/:slug', 'routes/article.tsx'),
		// Not in the sitemap and marked noindex; every state of every component on one page, in development.
		route('ru/dev/kit', 'routes/kit.tsx'),
		route('*', 'routes/not-found.ts'),
	]),
] satisfies RouteConfig
