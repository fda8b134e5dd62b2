export { CustomersPage as default } from '~/features/customers/CustomersPage.tsx'
