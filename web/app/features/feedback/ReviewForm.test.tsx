import { createFeedback } from '@larek/api/store/sdk.gen.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '~/api/call.ts'
import ReviewForm from './ReviewForm.tsx'
import { submitReview } from './submitReview.ts'

const call = vi.fn()

const Allowed = () => <ReviewForm orderId={7} isAllowed />
const Refused = () => <ReviewForm orderId={7} isAllowed={false} />
const Nothing = () => null

function show(isAllowed = true) {
	const Stub = createRoutesStub([
		{ path: '/', Component: isAllowed ? Allowed : Refused },
		{
			path: '/ru/feedback',
			Component: Nothing,
			action: async ({ request }) => submitReview(call as Call, await request.formData()),
		},
	])
	render(<Stub />)
}

beforeEach(() => call.mockReset())

test('stars are chosen by keyboard, and what is missing is asked for', async () => {
	const user = userEvent.setup()
	show()
	await user.click(screen.getByRole('button', { name: 'Отправить отзыв' }))
	expect(await screen.findByText(/от одной звезды до пяти/)).toBeVisible()
	expect(screen.getByRole('radio', { name: '5 из 5: отлично' })).toHaveFocus()
	await user.keyboard(' {ArrowLeft}')
	expect(screen.getByRole('radio', { name: '4 из 5: хорошо' })).toBeChecked()
	await user.click(screen.getByRole('button', { name: 'Отправить отзыв' }))
	await waitFor(() => expect(screen.getByLabelText('Пара слов о заказе')).toHaveFocus())
	await user.keyboard('  Быстро  ')
	call.mockResolvedValueOnce({ isPublished: true })
	await user.click(screen.getByRole('button', { name: 'Отправить отзыв' }))
	expect(await screen.findByText('Он уже на странице отзывов.')).toBeInTheDocument()
	expect(call.mock.calls).toEqual([[createFeedback, { body: { order: 7, rating: 4, text: 'Быстро' } }]])
})

test('a review that is looked at first says so', async () => {
	const user = userEvent.setup()
	show()
	await user.click(screen.getByRole('radio', { name: '1 из 5: плохо' }))
	await user.type(screen.getByLabelText('Пара слов о заказе'), 'Долго')
	call.mockResolvedValueOnce({ isPublished: false })
	await user.click(screen.getByRole('button', { name: 'Отправить отзыв' }))
	expect(await screen.findByRole('status')).toHaveTextContent('после проверки')
})

test('there is nothing to say about an order twice', () => {
	show(false)
	expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
