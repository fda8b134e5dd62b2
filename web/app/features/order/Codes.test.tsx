import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { LineView, OrderView } from '~/entities/order/orderView.ts'
import { Codes } from './Codes.tsx'

const show = (code: string) =>
	render(
		<Codes
			order={{} as OrderView}
			line={{ codes: [code], reports: [] } as unknown as LineView}
			areOpen={false}
			isOnly
		/>,
	)
const groups = () => [...screen.getByRole('status').querySelectorAll('span > span')].map((span) => span.textContent)

test('a code is shown in groups of four, and copied and selected without gaps', async () => {
	const user = userEvent.setup()
	show('AB12CD34EF56GH78IJ')
	expect(groups()).toEqual(['AB12', '••••', '••••', '••78', 'IJ'])
	await user.click(screen.getByRole('button', { name: 'Показать и скопировать' }))
	expect(groups()).toEqual(['AB12', 'CD34', 'EF56', 'GH78', 'IJ'])
	expect(screen.getByRole('status')).toHaveTextContent(/^AB12CD34EF56GH78IJ$/)
	expect(await navigator.clipboard.readText()).toBe('AB12CD34EF56GH78IJ')
})

test('a code with groups of its own keeps them', async () => {
	show('ABCDE-12345')
	await userEvent.click(screen.getByRole('button', { name: 'Показать и скопировать' }))
	expect(groups()).toEqual(['ABCDE-12345'])
})
