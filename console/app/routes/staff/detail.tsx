export { PersonPage as default } from '~/features/staff/PersonPage.tsx'
