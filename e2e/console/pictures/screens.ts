// Every screen of the console, and how to come to what its picture shows.
import type { Page } from '@playwright/test'
import { sql } from '../../shop.ts'
import { registryOf } from '../buyers.ts'
import { expect, isPhone } from '../page.ts'
import type { Day } from './day.ts'

export type Screen = (page: Page, day: Day) => Promise<void>

async function open(page: Page, path: string): Promise<void> {
	await page.goto(`/console/${path}`)
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const opened =
	(path: string): Screen =>
	(page) =>
		open(page, path)

/** The first row of a kind in the queue, with its pane. */
const task =
	(kind: string): Screen =>
	async (page) => {
		await open(page, `queue?kind=${kind}`)
		await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
		await expect(page.getByRole('complementary', { name: 'Задача' }).getByRole('button').first()).toBeVisible()
	}

/** A dialog of an order's page. */
const action =
	(name: RegExp, order: (day: Day) => number): Screen =>
	async (page, day) => {
		await open(page, `orders/${order(day)}${isPhone(page) ? '?tab=actions' : ''}`)
		await page.getByRole('button', { name }).last().click()
		await expect(page.getByRole('dialog')).toBeVisible()
	}

const half = ({ half: order }: Day) => order
const codes = ({ codes: order }: Day) => order

/** What a person who is signed in sees. */
export const screens: Record<string, Screen> = {
	queue: opened('queue'),
	'queue-unknown': task('unknown'),
	'queue-standoff': task('standoff'),
	'queue-refund': task('refund'),
	'queue-unmatched': task('unmatched'),
	orders: opened('orders'),
	order: async (page, day) => {
		await open(page, `orders/${day.half}`)
		await expect(
			page
				.getByText('Можно сейчас')
				.or(page.getByRole('button', { name: 'Действия' }))
				.first(),
		).toBeVisible()
	},
	'order-record': async (page, day) => {
		await open(page, `orders/${day.half}?source=delivery`)
		await page.getByTitle('Открыть запись').first().click()
		await expect(page.getByRole('dialog')).toBeVisible()
	},
	refund: action(/^Вернуть деньги/, half),
	deliver: action(/^Отметить доставленным/, half),
	code: action(/^Заменить код/, codes),
	refunds: opened('refunds'),
	home: opened(''),
	profit: opened('profit'),
	customer: async (page) => open(page, `customers/${sql('select min(id) from users')}`),
	catalog: opened('catalog'),
	game: opened('catalog/5'),
	content: opened('content'),
	payments: opened('payments'),
	prices: opened('prices'),
	stock: opened('stock'),
	suppliers: opened('suppliers?supplier=moogold&tab=attempts'),
	promo: opened('promo'),
	reviews: async (page) => {
		await open(page, 'reviews')
		await page.getByText('Видны всем').click()
		await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
	},
	recon: async (page) => {
		const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })
		await open(page, `reconciliation?party=tbank&day=${day}`)
		await page.getByRole('button', { name: 'Загрузить реестр' }).first().click()
		const load = page.getByRole('dialog')
		await load.getByLabel('Файл').setInputFiles(await registryOf('tbank', day, 'extra,amount,commission'))
		await load.getByRole('button', { name: 'Загрузить реестр' }).click()
		await expect(load).toBeHidden()
		await expect(page.getByRole('table', { name: 'Разницы, 3' })).toBeVisible()
	},
	books: opened('books'),
	periods: opened('books?tab=periods'),
	receipts: opened('receipts'),
	staff: opened('staff'),
	roles: opened('staff?tab=roles'),
	audit: opened('audit'),
	account: opened('account'),
	find: async (page) => {
		await open(page, 'orders')
		await page.keyboard.press('Control+k')
		await page.getByRole('combobox').fill('700200301')
		await expect(page.getByText('По ID игрока')).toBeVisible()
	},
	keys: async (page) => {
		await open(page, 'orders')
		await page.keyboard.press('?')
		await expect(page.getByRole('dialog')).toBeVisible()
	},
}
