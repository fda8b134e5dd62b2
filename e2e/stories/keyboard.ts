import type { Locator, Page } from '@playwright/test'

/** Moves the focus with the Tab key alone, as a visitor without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	for (let step = 0; step < 150; step++) {
		if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return
		await page.keyboard.press('Tab')
	}
	throw new Error(`the Tab key does not reach ${target}`)
}
