import { rubles } from '@larek/shared/money.ts'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MethodCard } from './MethodCard.tsx'
import { balanceMethod, freeMethod, type Method } from './methods.ts'

const show = (name: string, frozen: number, toPay = 20_000, more: Partial<Method> = {}) =>
	render(
		<MethodCard
			method={{ ...freeMethod, name, title: name, requiredFields: [], currency: rubles, ...more }}
			mark=""
			email={null}
			balance={10_000}
			chosen={undefined}
			onChoose={() => {}}
			errors={{}}
			{...{ toPay, frozen }}
		/>,
	)
const sentence = 'Можно потратить 100,00 ₽, ещё 50,00 ₽ заморожены: эти деньги вернул вам и банк, мы разбираемся.'

test.each([
	['too small', 20_000, true],
	['enough', 5_000, false],
])('the balance says what of it is frozen while it is %s', async (_, toPay, isDisabled) => {
	show(balanceMethod, 5_000, toPay)
	expect(await screen.findByText(/заморожены/)).toHaveTextContent(sentence)
	expect(screen.getByRole<HTMLInputElement>('radio').disabled).toBe(isDisabled)
})

test('other methods, and a balance of which nothing is frozen, do not', () => {
	show('sbp', 5_000)
	show(balanceMethod, 0)
	expect(screen.queryByText(/заморожены/)).not.toBeInTheDocument()
})

test('what a method takes at the least is told in its currency', () => {
	show('card', 0, 5_000, { minAmount: '500.00', currency: { code: 'KZT', rate: '0.1642' } })
	expect(screen.getByText('для заказов от 3 046 ₸')).toBeInTheDocument()
})
