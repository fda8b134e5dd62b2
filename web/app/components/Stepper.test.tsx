import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { step } from '~/lib/step.ts'
import { Stepper } from './Stepper.tsx'

afterEach(() => vi.useRealTimers())

function Counter({ start = 0, min = 1, max = 5 }) {
	const [value, setValue] = useState(start)
	return <Stepper label="60 UC" value={value} min={min} max={max} onChange={setValue} />
}

const field = () => screen.getByRole('spinbutton', { name: '60 UC' })
const more = () => screen.getByRole('button', { name: 'Прибавить: 60 UC' })
const less = () => screen.getByRole('button', { name: 'Убавить: 60 UC' })

test.each([
	[0, 1, 3, 5, 3],
	[3, -1, 3, 5, 0],
	[5, 1, 3, 5, 5],
	[4, 10, 3, 5, 5],
	[4, -10, 3, 5, 0],
])('from %i by %i within %i–%i is %i', (value, by, min, max, next) => {
	expect(step(value, by, min, max)).toBe(next)
})

test('buttons count', async () => {
	render(<Counter />)
	expect(less()).toBeDisabled()
	await userEvent.click(more())
	await userEvent.click(more())
	expect(field()).toHaveValue(2)
	await userEvent.click(less())
	expect(field()).toHaveValue(1)
})

test('keys count', async () => {
	render(<Counter />)
	field().focus()
	await userEvent.keyboard('{ArrowUp}{ArrowUp}')
	expect(field()).toHaveValue(2)
	await userEvent.keyboard('{End}')
	expect(field()).toHaveValue(5)
	await userEvent.keyboard('{Home}')
	expect(field()).toHaveValue(0)
})

test('the keyboard presses a button once', async () => {
	render(<Counter />)
	more().focus()
	await userEvent.keyboard('{Enter}')
	expect(field()).toHaveValue(1)
})

test('a held button repeats until let go', () => {
	vi.useFakeTimers()
	render(<Counter max={50} />)
	fireEvent.pointerDown(more(), { button: 0 })
	act(() => vi.advanceTimersByTime(400 + 80 * 3))
	fireEvent.pointerUp(more())
	act(() => vi.advanceTimersByTime(5_000))
	expect(field()).toHaveValue(5)
})

test('the limits are told', async () => {
	render(<Counter min={3} max={4} />)
	await userEvent.click(more())
	expect(screen.getByRole('status')).toHaveTextContent('Не меньше 3 за заказ')
	await userEvent.click(more())
	expect(screen.getByRole('status')).toBeEmptyDOMElement()
	await userEvent.click(more())
	expect(screen.getByRole('status')).toHaveTextContent('Не больше 4 за заказ')
})

test('a typed number that is too large becomes the largest, and the buyer is told', async () => {
	render(<Counter max={2} />)
	await userEvent.clear(field())
	await userEvent.type(field(), '9')
	expect(field()).toHaveValue(2)
	expect(screen.getByRole('status')).toHaveTextContent('Не больше 2 за заказ')
})
