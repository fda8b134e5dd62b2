export { CustomerPage as default } from '~/features/customers/CustomerPage.tsx'
