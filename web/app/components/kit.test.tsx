import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { homeMarket, MarketContext } from '~/lib/market.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { EmailField } from './EmailField.tsx'
import { Field } from './Field.tsx'
import { srcSet } from './Picture.tsx'
import { Price } from './Price.tsx'
import { filled, formatRating, Rating } from './Rating.tsx'
import { Tabs } from './Tabs.tsx'

test('an error is tied to its field', () => {
	render(<Field label="Почта" hint="Для чека" error="Нужен адрес" />)
	const field = screen.getByLabelText('Почта')
	expect(field).toBeInvalid()
	expect(field).toHaveAccessibleDescription('Нужен адрес')
})

test('a slip in the domain of an e-mail is pointed out, and one press corrects it', async () => {
	const typed = vi.fn()
	render(<EmailField hint="Для чека" onChange={(event) => typed(event.target.value)} />)
	const field = screen.getByLabelText('Эл. почта')
	await userEvent.type(field, 'anna@yandex.ry')
	expect(field).not.toBeInvalid()
	await userEvent.click(await screen.findByRole('button', { name: 'Возможно, yandex.ru?' }))
	expect(field).toHaveValue('anna@yandex.ru')
	expect(field).toHaveFocus()
	expect(typed).toHaveBeenLastCalledWith('anna@yandex.ru')
	expect(await screen.findByText('Для чека')).toBeInTheDocument()
})

test('a busy button does nothing but keeps the focus', async () => {
	const press = vi.fn()
	render(
		<Button busy onClick={press}>
			Оплатить
		</Button>,
	)
	const button = screen.getByRole('button', { name: 'Оплатить' })
	await userEvent.click(button)
	expect(press).not.toHaveBeenCalled()
	expect(button).toHaveFocus()
	expect(button).toHaveAttribute('aria-busy', 'true')
})

test('a dialog has a name and closes by its button', async () => {
	const close = vi.fn()
	render(
		<Dialog open title="Проверьте" onClose={close}>
			660 UC
		</Dialog>,
	)
	expect(screen.getByRole('dialog', { name: 'Проверьте' })).toBeInTheDocument()
	await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
	expect(close).toHaveBeenCalledOnce()
})

test('a dialog adds no landmarks to the page', () => {
	render(
		<Dialog open title="Проверьте" footer="Оплатить" onClose={() => {}}>
			660 UC
		</Dialog>,
	)
	expect(screen.getByText('Оплатить')).toBeInTheDocument()
	expect(screen.queryByRole('banner')).not.toBeInTheDocument()
	expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument()
})

test('arrows move between tabs', async () => {
	const tabs = [
		{ key: 'a', label: 'Все', content: 'первое' },
		{ key: 'b', label: 'Оплачены', content: 'второе' },
	]
	render(<Tabs label="Заказы" tabs={tabs} />)
	await userEvent.tab()
	await userEvent.keyboard('{ArrowRight}')
	expect(screen.getByRole('tab', { name: 'Оплачены' })).toHaveFocus()
	expect(screen.getByRole('tabpanel')).toHaveTextContent('второе')
	await userEvent.keyboard('{ArrowRight}')
	expect(screen.getByRole('tabpanel')).toHaveTextContent('первое')
})

test('a price is shown in the currency of the market, with the old one beside it', () => {
	const market = { ...homeMarket, currency: { code: 'KZT', rate: '0.2' } }
	render(
		<MarketContext value={market}>
			<Price price="100.00" discountPrice="80.00" discountPercent={20} />
		</MarketContext>,
	)
	expect(screen.getByText(/400/).textContent).toContain('₸')
	expect(screen.getByText(/500/).tagName).toBe('S')
	expect(screen.getByText(/−20/)).toBeInTheDocument()
})

test('a discount says what the lowest price of thirty days was', () => {
	const { rerender } = render(<Price price="100.00" discountPrice="80.00" lowestPrice="75.00" />)
	expect(screen.getByText(/Минимум за 30 дней/)).toHaveTextContent(/75/)
	rerender(<Price price="100.00" discountPrice="80.00" lowestPrice="80.00" size="large" />)
	expect(screen.getByText('Самая низкая за 30 дней')).toBeInTheDocument()
	rerender(<Price price="100.00" discountPrice="80.00" lowestPrice="80.00" />)
	expect(screen.queryByText(/30 дней/)).toBeNull()
	rerender(<Price price="100.00" discountPrice={null} lowestPrice="75.00" />)
	expect(screen.queryByText(/30 дней/)).toBeNull()
})

test('a picture knows its other sizes and formats', () => {
	expect(srcSet('/media/abc/640.png', 'avif')).toBe(
		[160, 320, 640, 960, 1280, 1920].map((w) => `/media/abc/${w}.avif ${w}w`).join(', '),
	)
	expect(srcSet('https://elsewhere.test/a.png', 'avif')).toBeUndefined()
})

test('a rating is read out as words', () => {
	render(<Rating rating={4.87} />)
	expect(screen.getByRole('img', { name: 'Оценка 4,9 из 5' })).toBeInTheDocument()
	expect(formatRating(5)).toBe('5,0')
	// 4,6 is four stars and a part of the fifth.
	expect([0, 1, 2, 3, 4, 5].map((before) => filled(4.6 - before))).toEqual([100, 100, 100, 100, 60, 0])
})
