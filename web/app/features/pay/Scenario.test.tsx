import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { camelise } from '~/api/caseMapping.ts'
import type { PaymentScenario } from '~/api/gen/types.gen.ts'
import examples from '../../../../api/examples/PaymentScenario.json'
import { Scenario } from './Scenario.tsx'

const soon = () => new Date(Date.now() + 15 * 60_000).toISOString()
const scenario = <T extends PaymentScenario['type']>(type: T) => {
	const found = (camelise(examples) as PaymentScenario[]).find((one) => one.type === type)
	return { ...found, ...(type !== 'wait_order_state' && { expiresAt: soon() }) } as PaymentScenario & { type: T }
}
const onOther = vi.fn()
const show = (shown: PaymentScenario, isFresh = false) =>
	render(<Scenario scenario={shown} isFresh={isFresh} from={Date.now()} onOther={onOther} />)

beforeEach(() => onOther.mockReset())

test.each(['redirect', 'p2p_redirect'] as const)('%s has a link for browsers that stayed', (type) => {
	const { url } = scenario(type) as { url: string }
	show(scenario(type))
	expect(screen.getByRole('link', { name: 'Перейти к оплате' })).toHaveAttribute('href', url)
})

test('an address that is no web page is never offered', () => {
	show({ ...scenario('redirect'), url: 'javascript:alert(1)' })
	expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

test('invoice_qr is drawn, counted down and opens the bank on a phone', async () => {
	show(scenario('invoice_qr'))
	expect(await screen.findByRole('img', { name: 'QR-код для оплаты' })).toBeInTheDocument()
	expect(screen.getByRole('timer')).toHaveTextContent(/^1[45]:\d\d$/)
	expect(screen.getByRole('link', { name: 'Открыть приложение банка' })).toHaveAttribute(
		'href',
		scenario('invoice_qr').qrStr,
	)
})

test('qr shows the picture of the server', () => {
	show(scenario('qr'))
	expect(screen.getByRole('img', { name: 'QR-код для оплаты' })).toHaveAttribute('src', scenario('qr').url)
})

test('p2p has the card, the holder and the exact sum, ready to copy', async () => {
	const user = userEvent.setup()
	show(scenario('p2p'))
	expect(screen.getByText('ИВАН И.')).toBeInTheDocument()
	await user.click(screen.getByRole('button', { name: 'Скопировать: Номер карты' }))
	expect(await navigator.clipboard.readText()).toBe('2200000000000004')
	await user.click(screen.getByRole('button', { name: 'Скопировать: Точная сумма' }))
	expect(await navigator.clipboard.readText()).toBe('89,10')
})

test('a form goes on by itself once, and only when it was started just now', () => {
	const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {})
	const { rerender, container } = show(scenario('form'), true)
	rerender(<Scenario scenario={scenario('form')} isFresh from={Date.now()} onOther={onOther} />)
	expect(submit).toHaveBeenCalledTimes(1)
	expect(container.querySelector('form')).toHaveFormValues({ order: '5-1' })
	show(scenario('form'))
	expect(submit).toHaveBeenCalledTimes(1)
})

test('external tells what to do', () => {
	show(scenario('external'))
	expect(screen.getByText(scenario('external').helpText)).toBeInTheDocument()
})

test('wait_order_state waits, without an end of its own', () => {
	show(scenario('wait_order_state'))
	expect(screen.getByRole('status')).toBeInTheDocument()
	expect(screen.queryByRole('timer')).not.toBeInTheDocument()
})

test('when the time is over it says so, and another way is always open', async () => {
	show({ ...scenario('p2p'), expiresAt: '2026-01-01T00:00:00Z' })
	expect(screen.getByRole('heading')).toHaveTextContent('Время вышло')
	expect(screen.queryByText('Номер карты')).not.toBeInTheDocument()
	await userEvent.click(screen.getByRole('button', { name: 'Выбрать другой способ' }))
	expect(onOther).toHaveBeenCalledTimes(1)
})
