// Loaded with the first review: the client of the API is heavy.
import { call } from '~/api/browser.ts'
import { submitReview } from './submitReview.ts'

export const sendReview = (form: FormData) => submitReview(call, form)
