import { toCamelCase } from '@larek/api/caseMapping.ts'
import type { PaymentScenario } from '@larek/api/store/types.gen.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import examples from '../../../../api/examples/PaymentScenario.json'
import { ProviderForm } from './ProviderForm.tsx'
import Scenario from './Scenario.tsx'

const soon = () => new Date(Date.now() + 15 * 60_000).toISOString()
const scenario = <T extends PaymentScenario['type']>(type: T) => {
	const found = (toCamelCase(examples) as PaymentScenario[]).find((one) => one.type === type)
	return { ...found, ...(type !== 'wait_order_state' && { expiresAt: soon() }) } as PaymentScenario & { type: T }
}
const show = (shown: PaymentScenario, since?: string) =>
	render(<Scenario scenario={shown} from={Date.now()} since={since} other={<button type="submit">Другой</button>} />)

test.each(['redirect', 'p2p_redirect'] as const)('%s has a link for browsers that stayed', (type) => {
	const { url } = scenario(type) as { url: string }
	show(scenario(type))
	expect(screen.getByRole('link', { name: 'Перейти к оплате' })).toHaveAttribute('href', url)
})

test('an address that is no web page is never offered', () => {
	show({ ...scenario('redirect'), url: 'javascript:alert(1)' })
	expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

test('invoice_qr is drawn, counted down and opens the bank on a phone', () => {
	show(scenario('invoice_qr'))
	expect(screen.getAllByRole('img', { name: 'QR-код для оплаты' })).not.toHaveLength(0)
	expect(screen.getByRole('timer')).toHaveTextContent(/^1[45]:\d\d$/)
	expect(screen.getByRole('link', { name: 'Открыть приложение банка' })).toHaveAttribute(
		'href',
		scenario('invoice_qr').qrStr,
	)
})

test('every bank of the list opens its own application', () => {
	show(scenario('invoice_qr'))
	const rest = scenario('invoice_qr').qrStr.replace(/^https:/, '')
	expect(screen.getByRole('link', { name: 'Сбербанк' })).toHaveAttribute('href', `bank100000000111:${rest}`)
	expect(screen.getByRole('link', { name: 'ВТБ' })).toHaveAttribute('href', `bank110000000005:${rest}`)
})

test('a slow clock shows no more than the whole time of a payment', () => {
	const until = new Date(Date.now() + 31 * 60_000).toISOString()
	const since = new Date(Date.parse(until) - 30 * 60_000).toISOString()
	show({ ...scenario('p2p'), expiresAt: until }, since)
	expect(screen.getByRole('timer')).toHaveTextContent('30:00')
})

test('qr shows the picture of the server', () => {
	show(scenario('qr'))
	expect(screen.getByRole('img', { name: 'QR-код для оплаты' })).toHaveAttribute('src', scenario('qr').url)
})

test('p2p has the card, the holder and the exact sum, ready to copy', async () => {
	const user = userEvent.setup()
	show(scenario('p2p'))
	expect(screen.getByText('Получатель').parentElement).toHaveTextContent('ИВАН И.')
	await user.click(screen.getByRole('button', { name: 'Скопировать: Номер карты' }))
	expect(await navigator.clipboard.readText()).toBe('2200000000000004')
	await user.click(screen.getByRole('button', { name: 'Скопировать: Точная сумма' }))
	expect(await navigator.clipboard.readText()).toBe('89,10')
})

test('a card whose holder is not known has no row for the name', () => {
	show({ ...scenario('p2p'), cardName: '' })
	expect(screen.getByText('Номер карты')).toBeInTheDocument()
	expect(screen.queryByText('Получатель')).not.toBeInTheDocument()
})

test('a form goes on by itself once, and only when it was started just now', () => {
	const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {})
	const { rerender, container } = render(<ProviderForm scenario={scenario('form')} isFresh />)
	rerender(<ProviderForm scenario={scenario('form')} isFresh />)
	expect(submit).toHaveBeenCalledTimes(1)
	const form = container.querySelector('form')
	expect(form).toHaveAttribute('method', scenario('form').method)
	expect(form).toHaveAttribute('action', scenario('form').action)
	expect(form).toHaveFormValues(Object.fromEntries(scenario('form').fields.map(({ name, value }) => [name, value])))
	render(<ProviderForm scenario={scenario('form')} isFresh={false} />)
	expect(submit).toHaveBeenCalledTimes(1)
})

test('external tells what to do, with the number and the sum ready to copy', async () => {
	const user = userEvent.setup()
	show({ ...scenario('external'), amount: '1534.54', helpText: 'Номер счёта: 701234. Введите его в терминале.' })
	expect(screen.getByText(/Введите его в терминале/)).toBeInTheDocument()
	expect(screen.getByText('1 534,54 ₽')).toBeInTheDocument()
	await user.click(screen.getByRole('button', { name: 'Скопировать: Номер счёта' }))
	expect(await navigator.clipboard.readText()).toBe('701234')
	await user.click(screen.getByRole('button', { name: 'Скопировать: Точная сумма' }))
	expect(await navigator.clipboard.readText()).toBe('1534,54')
})

test('wait_order_state waits, without an end of its own', () => {
	show(scenario('wait_order_state'))
	expect(screen.getByRole('status')).toBeInTheDocument()
	expect(screen.queryByRole('timer')).not.toBeInTheDocument()
})

test('when the time is over it says so, and another way is always open', () => {
	show({ ...scenario('p2p'), expiresAt: '2026-01-01T00:00:00Z' })
	expect(screen.getByRole('heading')).toHaveTextContent('Время вышло')
	expect(screen.queryByText('Номер карты')).not.toBeInTheDocument()
	expect(screen.getByRole('button', { name: 'Другой' })).toBeInTheDocument()
})

test('once a part has come, the sum to copy is the rest', async () => {
	const user = userEvent.setup()
	render(<Scenario scenario={scenario('p2p')} from={Date.now()} since={undefined} other={null} received={50_00} />)
	await user.click(screen.getByRole('button', { name: 'Скопировать: Точная сумма' }))
	expect(await navigator.clipboard.readText()).toBe('39,10')
})
