// Loaded after hydration and before it is needed: a payment must not wait for a download when the line is bad.
export { call } from '~/api/browser.ts'
export { loadPayment } from './loadPayment.ts'
export { submitPay } from './submitPay.ts'
