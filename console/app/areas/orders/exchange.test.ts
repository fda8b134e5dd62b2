import { expect, test } from 'vitest'
import { exchangeOf } from './exchange.ts'

test('a record with a request and a response is an exchange', () => {
	expect(exchangeOf('{"id":31,"request":"POST /order","response":"504"}')).toEqual({
		request: 'POST /order',
		response: '504',
	})
})

test.each(['{"id":1}', '{"request":1,"response":"x"}', 'null', '[]', 'not json'])('%s is none', (record) => {
	expect(exchangeOf(record)).toBeUndefined()
})
