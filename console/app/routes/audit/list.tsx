export { AuditPage as default } from '~/features/audit/AuditPage.tsx'
