export { InvitationPage as default } from '~/features/sign-in/InvitationPage.tsx'
