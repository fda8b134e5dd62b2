// What an operator does at the desk: finds a row of the queue, takes it, ends it.
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { hire } from './operator.ts'

type Role = Parameters<typeof hire>[1]

/** An operator of a role in a browser of their own, of the same size as the buyer's. */
export async function openDesk(browser: Browser, buyer: Page, role: Role): Promise<Page> {
	const viewport = buyer.viewportSize()
	const isSmall = (viewport?.width ?? 0) < 760
	const context = await browser.newContext({
		viewport,
		isMobile: isSmall,
		hasTouch: isSmall,
		ignoreHTTPSErrors: true,
		locale: 'ru-RU',
	})
	const desk = await context.newPage()
	await hire(desk, role)
	return desk
}

export const pane = (desk: Page) => desk.getByRole('complementary', { name: 'Задача' })

/** Opens the row of the queue that has these words. */
export async function openTask(desk: Page, words: string | RegExp): Promise<Locator> {
	await desk.goto('/console/queue')
	const row = desk.getByRole('listitem').filter({ hasText: words }).first()
	await row.getByRole('link').click()
	await expect(pane(desk)).toBeVisible()
	return pane(desk)
}

/** Takes the open row. One that waits for suppliers leaves the queue for the moment they are tried again. */
export async function take(desk: Page): Promise<void> {
	const button = pane(desk).getByRole('button', { name: 'Взять', exact: true })
	await expect(async () => {
		if (await button.isVisible()) await button.click()
		await expect(pane(desk).getByText('Задача ваша')).toBeVisible({ timeout: 5_000 })
	}).toPass({ timeout: 60_000 })
}

/** Ends the open row in one way: its dialog is filled and sent, and the row goes. */
export async function end(
	desk: Page,
	way: string,
	fill: (dialog: Locator) => Promise<void> = async () => {},
): Promise<void> {
	await pane(desk).getByRole('button', { name: way, exact: true }).click()
	const dialog = desk.getByRole('dialog')
	await fill(dialog)
	await dialog.getByRole('button', { name: way, exact: true }).click()
	await expect(dialog).toBeHidden({ timeout: 30_000 })
	await expect(pane(desk)).toBeHidden()
}
