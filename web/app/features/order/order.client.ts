// Loaded after hydration: the client of the API is heavy.
export { call } from '~/api/browser.ts'
export { loadOrder } from './loadOrder.ts'
export { submitOrderPage } from './submitOrderPage.ts'
