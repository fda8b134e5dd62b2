// What an editor of texts does, and what buyers see of it.
import type { Locator, Page } from '@playwright/test'
import { because, expect } from './page.ts'

/** Opens a page again until it shows a text: what is saved is there within seconds, but not at once. */
export const seeing = (page: Page, path: string, text: string) =>
	expect(async () => {
		await page.goto(path)
		await expect(page.getByText(text).first()).toBeVisible({ timeout: 1_000 })
	}).toPass()

/** Gives a reason and saves. */
export async function saveIn(dialog: Locator, button = 'Сохранить'): Promise<void> {
	await because(dialog, 'Проверка')
	await dialog.getByRole('button', { name: button }).click()
	await expect(dialog).toBeHidden()
}
