import { expect, test } from 'vitest'
import { meantDomain } from './emailTypo.ts'

test.each([
	['anna@yandex.ry', 'yandex.ru'],
	['anna@yandx.ru', 'yandex.ru'],
	['anna@Gmial.com', 'gmail.com'],
	['anna@gmail.ru', 'gmail.com'],
	['anna@mail.ry', 'mail.ru'],
	['anna@ya.ry', 'ya.ru'],
	['anna@rambller.ru ', 'rambler.ru'],
])('%s: probably %s', (email, domain) => expect(meantDomain(email, true)).toBe(domain))

test.each(['anna@yandex.ru', 'anna@mail.com', 'anna@ok.ru', 'anna@kiosk.example', 'anna@', 'anna', ''])(
	'%s is left alone',
	(email) => expect(meantDomain(email, true)).toBeUndefined(),
)

test('a domain is judged when it can no longer be the beginning of a common one', () => {
	expect(meantDomain('anna@gmail.co', false)).toBeUndefined()
	expect(meantDomain('anna@gmail.co', true)).toBe('gmail.com')
	expect(meantDomain('anna@gmail.con', false)).toBe('gmail.com')
})
