export { default } from '~/shell/Shell.tsx'
