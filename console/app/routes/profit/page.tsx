export { ProfitPage as default } from '~/features/profit/ProfitPage.tsx'
