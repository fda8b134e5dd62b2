export { StaffPage as default } from '~/features/staff/StaffPage.tsx'
