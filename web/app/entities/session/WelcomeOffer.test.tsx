import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WelcomeOffer } from './WelcomeOffer.tsx'

test('the code of get_for_unauthorized_user is offered to guests', () => {
	const html = renderToString(<WelcomeOffer offer={{ code: 'PRIVET7', percent: 7 }} />)
	expect(html).toContain('Промокод PRIVET7 даёт −7 % на первый заказ.')
})

test('without a code there is nothing to offer', () => {
	expect(renderToString(<WelcomeOffer offer={null} />)).toBe('')
})
