export { ReconPage as default } from '~/features/recon/ReconPage.tsx'
