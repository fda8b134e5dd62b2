import { render, screen } from '@testing-library/react'
import { createRoutesStub, Outlet } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ResponseError } from '~/api/problem.ts'
import Screen, { ErrorBoundary } from './Screen.tsx'

const Frame = () => (
	<>
		<nav>Меню</nav>
		<Outlet />
	</>
)

let thrown: unknown
const Broken = () => {
	throw thrown
}

function show(error: unknown) {
	vi.spyOn(console, 'error').mockImplementation(() => {})
	thrown = error
	const Stub = createRoutesStub([
		{
			Component: Frame,
			children: [{ Component: Screen, ErrorBoundary, children: [{ path: '/', Component: Broken }] }],
		},
	])
	render(<Stub />)
}

test('a screen that throws leaves the menu, and says in Russian what to do', async () => {
	show(new TypeError('row is undefined'))
	expect(await screen.findByText('Экран не показался')).toBeInTheDocument()
	expect(screen.getByText('Меню')).toBeInTheDocument()
	expect(screen.getByRole('button', { name: 'Обновить страницу' })).toBeInTheDocument()
	expect(screen.queryByText(/undefined/)).toBeNull()
})

test('a refusal names the number of its request', async () => {
	show(new ResponseError(500, { code: 'internal', detail: 'Сбой.' }, 'req-17'))
	expect(await screen.findByText('req-17')).toBeInTheDocument()
})
