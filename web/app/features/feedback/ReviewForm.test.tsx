import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import Review from './ReviewForm.tsx'

const { sendReview } = vi.hoisted(() => ({ sendReview: vi.fn() }))
vi.mock('./sendReview.ts', () => ({ sendReview }))

const show = (isAllowed = true) =>
	render(
		<MemoryRouter>
			<Review orderId={7} isAllowed={isAllowed} />
		</MemoryRouter>,
	)

beforeEach(() => sendReview.mockReset())

test('stars are chosen by keyboard, and what is missing is asked for', async () => {
	const user = userEvent.setup()
	show()
	await user.click(screen.getByRole('button', { name: 'Отправить отзыв' }))
	expect(screen.getByRole('alert')).toHaveTextContent('от одной звезды до пяти')
	expect(screen.getByRole('radio', { name: '5 из 5: отлично' })).toHaveFocus()
	await user.keyboard(' {ArrowLeft}')
	expect(screen.getByRole('radio', { name: '4 из 5: хорошо' })).toBeChecked()
	await user.click(screen.getByRole('button', { name: 'Отправить отзыв' }))
	expect(screen.getByLabelText('Пара слов о заказе')).toHaveFocus()
	await user.keyboard('  Быстро  ')
	sendReview.mockResolvedValueOnce(true)
	await user.click(screen.getByRole('button', { name: 'Отправить отзыв' }))
	expect(await screen.findByText('Он уже на странице отзывов.')).toBeInTheDocument()
	expect(sendReview).toHaveBeenCalledWith({ order: 7, rating: 4, text: 'Быстро' })
})

test('a review that is looked at first says so', async () => {
	const user = userEvent.setup()
	show()
	await user.click(screen.getByRole('radio', { name: '1 из 5: плохо' }))
	await user.type(screen.getByLabelText('Пара слов о заказе'), 'Долго')
	sendReview.mockResolvedValueOnce(false)
	await user.click(screen.getByRole('button', { name: 'Отправить отзыв' }))
	expect(await screen.findByRole('status')).toHaveTextContent('после проверки')
})

test('there is nothing to say about an order twice', () => {
	show(false)
	expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
