import type { Locator, Page } from 'playwright-core'

export interface Case {
	name: string
	path: string
	desktop?: boolean
	/** What is touched; a field is touched and gets a letter. */
	target: (page: Page) => Locator
	types?: string
	/** Read in the page, after every change of it: has the touch done what it is for? */
	effect: string
}

const dialog = `document.querySelector('dialog[open]') !== null`
/** A page that navigates elsewhere shows it, or has arrived. */
const going = `document.querySelector('[data-navigating]') !== null || location.pathname !== start`

export const cases: Case[] = [
	{
		name: 'stepper «+»',
		path: '/ru/games/1',
		target: (page) => page.getByRole('button', { name: /^Прибавить: 60 UC/ }),
		effect: `[...document.querySelectorAll('input[type=number]')].some((field) => field.value === '1')`,
	},
	{
		name: 'search field, first letter',
		path: '/ru',
		desktop: true,
		target: (page) => page.locator('header [name=q]').filter({ visible: true }),
		types: 'p',
		effect: `[...document.querySelectorAll('[role=listbox]')].some((sheet) => sheet.checkVisibility())`,
	},
	{
		name: 'country',
		path: '/ru',
		target: (page) => page.locator('header').getByRole('button', { name: /^Страна/ }),
		effect: dialog,
	},
	{
		name: 'sign-in',
		path: '/ru',
		desktop: true,
		target: (page) => page.locator('header').getByRole('button', { name: 'Войти' }),
		effect: dialog,
	},
	{
		name: 'basket',
		path: '/ru',
		target: (page) => page.locator('header a').filter({ hasText: /корзин/i }),
		// Before the page is awake it leads to the games, then it says that it is empty.
		effect: `${going} || ${dialog}`,
	},
	{
		name: 'carousel, next',
		path: '/ru',
		desktop: true,
		target: (page) => page.getByRole('button', { name: 'Следующий слайд' }),
		effect: `document.querySelector('[aria-roledescription=carousel] ul').scrollLeft > 0`,
	},
	{
		name: "gifts' filter",
		path: '/ru/gifts',
		target: (page) => page.locator('search label', { hasText: 'Со скидкой' }),
		effect: `document.querySelector('[name=is_discounted]').checked && (${going} || location.search !== '')`,
	},
	{
		name: 'FAQ',
		path: '/ru',
		target: (page) => page.locator('details summary').first(),
		effect: `document.querySelector('details[open]') !== null`,
	},
]
