export { AccountCardPage as default } from '~/features/books/AccountCard.tsx'
