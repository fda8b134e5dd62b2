import type { Locator, Page } from 'playwright-core'
import { delivered } from './fill.ts'

export interface Case {
	name: string
	path: string
	/** What has to be there before, besides the page. */
	prepare?: (page: Page) => Promise<void>
	target: (page: Page) => Locator
	/** In the page, as text: whether the click shows. */
	sign: string
}

const menu = (page: Page, name: string) =>
	page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name }).first()
const shows = (selector: string) => `document.querySelector(${JSON.stringify(selector)}) !== null`

async function openStatus(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Фильтр', exact: true }).click()
	await page.getByRole('menuitem', { name: 'Статус' }).click()
	await page.getByRole('checkbox', { name: 'выполнен' }).check()
}

/** What it takes the machine itself. */
export const nothing: Case = {
	name: 'nothing',
	path: '/console/orders',
	target: (page) => page.getByRole('heading', { level: 1 }),
	sign: 'true',
}

export const cases: Case[] = [
	{
		name: 'open an order from the list',
		path: '/console/orders',
		target: (page) => page.locator('tr[data-row] a[data-open]').nth(3),
		sign: `/^Заказ \\d+/.test(document.querySelector('h1')?.textContent ?? '')`,
	},
	{
		name: 'open the filters',
		path: '/console/orders',
		target: (page) => page.getByRole('button', { name: 'Фильтр', exact: true }),
		sign: shows('[role=menu]'),
	},
	{
		name: 'choose a filter',
		path: '/console/orders',
		prepare: async (page) => page.getByRole('button', { name: 'Фильтр', exact: true }).click(),
		target: (page) => page.getByRole('menuitem', { name: 'Статус' }),
		sign: shows('[role=dialog] input[name=status]'),
	},
	{
		name: 'apply its value',
		path: '/console/orders',
		prepare: openStatus,
		target: (page) => page.getByRole('button', { name: 'Применить' }),
		sign: `location.search.includes('status=') && ${shows('main strong, strong')}`,
	},
	{
		name: 'select a row',
		path: '/console/orders',
		target: (page) => page.locator('tr[data-row] input[type=checkbox]').nth(2),
		sign: shows('tr[aria-selected=true]'),
	},
	{
		name: 'select all rows',
		path: '/console/orders',
		target: (page) => page.locator('thead input[type=checkbox]'),
		sign: `document.querySelectorAll('tr[aria-selected=true]').length >= 50`,
	},
	{
		name: 'open find anything',
		path: '/console/orders',
		target: (page) => page.getByRole('button', { name: 'Найти всё' }),
		sign: shows('[cmdk-input]'),
	},
	{
		name: 'open the refund dialog',
		path: `/console/orders/${delivered}`,
		target: (page) => page.getByRole('button', { name: /^Вернуть/ }).first(),
		sign: shows('[role=dialog]'),
	},
	{
		name: 'open a row of the queue',
		path: '/console/queue',
		target: (page) => page.getByRole('listitem').filter({ hasText: 'заказ' }).getByRole('link').nth(2),
		sign: shows('aside[aria-label="Задача"]'),
	},
	{
		name: 'take a row of the queue',
		path: '/console/queue',
		target: (page) => page.getByRole('button', { name: /^Взять:/ }).first(),
		sign: `${shows('[aria-busy=true]')} || ${shows('aside[aria-label="Задача"]')}`,
	},
	{
		name: 'switch the theme',
		path: '/console/orders',
		prepare: async (page) => page.getByRole('button', { name: /Нина Орлова/ }).click(),
		target: (page) => page.getByRole('menuitemradio', { name: 'Тёмная тема' }),
		sign: `document.documentElement.dataset.theme === 'dark'`,
	},
	{
		name: 'go to the audit by the menu',
		path: '/console/orders',
		target: (page) => menu(page, 'Журнал действий'),
		sign: `document.querySelector('h1')?.textContent === 'Журнал действий'`,
	},
	{
		name: 'go to the orders by the menu',
		path: '/console/queue',
		target: (page) => menu(page, 'Заказы'),
		sign: `document.querySelector('h1')?.textContent === 'Заказы'`,
	},
]
