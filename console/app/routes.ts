import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
	layout('routes/shell.tsx', [
		index('routes/home.tsx'),
		route('queue', 'routes/queue/page.tsx'),
		route('orders', 'routes/orders/list.tsx'),
		route('orders/:id', 'routes/orders/detail.tsx'),
		route('refunds', 'routes/refunds/page.tsx'),
		route('reviews', 'routes/reviews/page.tsx'),
		route('promo', 'routes/promo/list.tsx'),
		route('promo/:id', 'routes/promo/detail.tsx'),
		route('reconciliation', 'routes/recon/page.tsx'),
		route('books', 'routes/books/page.tsx'),
		route('books/accounts/:account', 'routes/books/card.tsx'),
		route('prices', 'routes/prices/page.tsx'),
		route('stock', 'routes/stock/page.tsx'),
		route('suppliers', 'routes/suppliers/page.tsx'),
		route('staff', 'routes/staff/list.tsx'),
		route('staff/:id', 'routes/staff/detail.tsx'),
		route('audit', 'routes/audit/list.tsx'),
		route('account', 'routes/entry/account.tsx'),
		route('kit', 'routes/kit/page.tsx'),
		route('*', 'routes/not-found.tsx'),
	]),
	route('sign-in', 'routes/entry/sign-in.tsx'),
	route('invitation', 'routes/entry/invitation.tsx'),
] satisfies RouteConfig
