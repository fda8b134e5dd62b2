// Follows §2 and §8: the error page.
import { render, screen } from '@testing-library/react'
import { createRoutesStub, data, useRouteError } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ErrorPage } from './ErrorPage.tsx'

const Nothing = () => null
const Boundary = () => <ErrorPage error={useRouteError()} />

function shown(thrown: () => unknown) {
	vi.spyOn(console, 'error').mockImplementation(() => {})
	const Stub = createRoutesStub([
		{
			path: '/',
			Component: Nothing,
			HydrateFallback: Nothing,
			ErrorBoundary: Boundary,
			loader: () => {
				throw thrown()
			},
		},
	])
	render(<Stub />)
}

test('404 shows the code and errors.not_found', async () => {
	shown(() => data({}, { status: 404 }))
	expect(await screen.findByText('404')).toBeInTheDocument()
	expect(screen.getByRole('heading')).toHaveTextContent('Такой страницы нет')
})

test.each([400, 500, 503])('%i shows the code and errors.any_other', async (status) => {
	shown(() => data({}, { status }))
	expect(await screen.findByText(String(status))).toBeInTheDocument()
	expect(screen.getByRole('heading')).toHaveTextContent('Что-то пошло не так')
})

test('the button is labelled by home.back_btn and goes to /', async () => {
	shown(() => new Error('сломалось'))
	expect(await screen.findByRole('link', { name: 'На главную' })).toHaveAttribute('href', '/')
	expect(screen.getByText('500')).toBeInTheDocument()
})

test('while no error is available it shows a spinner', () => {
	render(<ErrorPage error={undefined} />)
	expect(screen.getByRole('status')).toHaveTextContent('Загрузка')
})
