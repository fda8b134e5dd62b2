import type { Profile } from '@larek/api/store/types.gen.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { clearUser, setUser } from '~/entities/session/user.ts'
import EraseSheet from './EraseSheet.tsx'

const profile = (balance: string): Profile => ({
	...{ id: 1, email: null, pendingEmail: null, nickname: 'Кот', avatarImg: null, balance },
	...{ activePromoCode: null, socials: [] },
})
const Sheet = () => <EraseSheet onClose={() => {}} />
afterEach(clearUser)

test('a balance is given up by its sum, which is confirmed anew when it has changed', async () => {
	const user = userEvent.setup()
	const sent: Array<Record<string, unknown>> = []
	const Stub = createRoutesStub([
		{
			path: '/',
			Component: Sheet,
			action: async ({ request }) => {
				sent.push(Object.fromEntries(await request.formData()))
				return { error: 'Баланс изменился.' }
			},
		},
	])
	setUser(profile('300.00'))
	render(<Stub />)
	const box = () => screen.getByRole('checkbox', { name: /Отказываюсь от/ })
	expect(box()).toHaveAccessibleName(/^Отказываюсь от 300,00\s₽ на балансе$/)
	await user.click(box())
	await user.click(screen.getByRole('checkbox', { name: 'Понимаю, удаляйте' }))
	await user.click(screen.getByRole('button', { name: 'Удалить навсегда' }))
	await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Баланс изменился.'))
	expect(sent).toEqual([{ intent: 'erase', giveUp: '300.00', sure: 'on' }])
	act(() => setUser(profile('200.00')))
	expect(box()).toHaveAccessibleName(/^Отказываюсь от 200,00\s₽ на балансе$/)
	expect(box()).not.toBeChecked()
	act(() => setUser(profile('0.00')))
	expect(screen.getAllByRole('checkbox')).toHaveLength(1)
})
