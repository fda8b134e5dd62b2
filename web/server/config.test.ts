import { expect, test } from 'vitest'
import { missingSettings } from './config.ts'

test('a page server without settings says everything that is missing', () => {
	expect(missingSettings({}).map((line) => line.split(':')[0])).toEqual([
		'WEB_ADDR',
		'API_ORIGIN',
		'PUBLIC_ORIGIN',
		'LAREK_EDGE_SECRET',
	])
})

test('an empty setting is a missing one, and a developer needs no secret', () => {
	const env = { WEB_ADDR: '127.0.0.1:3000', API_ORIGIN: 'http://127.0.0.1:8080', PUBLIC_ORIGIN: '' }
	expect(missingSettings({ ...env, LAREK_ENV: 'development' })).toEqual([
		"PUBLIC_ORIGIN: the address in the buyer's browser",
	])
})
