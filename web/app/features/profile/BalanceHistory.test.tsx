import type { Profile } from '@larek/api/store/types.gen.ts'
import { render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { clearUser, setUser } from '~/entities/session/user.ts'
import { BalanceHistory } from './BalanceHistory.tsx'

const profile: Profile = {
	...{ id: 1, email: null, pendingEmail: null, nickname: 'Кот', avatarImg: null, balance: '100.00' },
	...{ activePromoCode: null, socials: [] },
}
const Card = () => <BalanceHistory first={{ rows: [], isMore: false }} />
const Stub = createRoutesStub([{ path: '/', Component: Card }])
afterEach(clearUser)

test('a frozen part of the balance is named with what is left to spend and why', async () => {
	setUser({ ...profile, frozen: '50.00' })
	render(<Stub />)
	expect(await screen.findByText(/заморожены/)).toHaveTextContent(
		'Можно потратить 100,00 ₽, ещё 50,00 ₽ заморожены: эти деньги вернул вам и банк, мы разбираемся.',
	)
})

test('nothing is said of a balance of which nothing is frozen', () => {
	setUser(profile)
	render(<Stub />)
	expect(screen.getByText('100,00 ₽')).toBeInTheDocument()
	expect(screen.queryByText(/заморожены/)).not.toBeInTheDocument()
})
