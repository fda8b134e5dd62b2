export { BooksPage as default } from '~/features/books/BooksPage.tsx'
