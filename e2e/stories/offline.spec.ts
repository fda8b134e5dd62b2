import { expect, test } from '@playwright/test'

test.use({ serviceWorkers: 'allow' })

test('Offline is a state with words: nothing leaves the page, and it goes on when the network is back', async ({
	page,
	context,
}) => {
	await page.goto('/ru/games/1')
	await context.setOffline(true)
	const note = page.getByText('Нет сети.')
	await expect(note).toBeVisible()
	await page.getByRole('link', { name: 'Ларёк' }).first().click()
	await expect(page).toHaveURL(/\/ru\/games\/1$/)
	await context.setOffline(false)
	await expect(note).toBeHidden()
	await page.getByRole('link', { name: 'Ларёк' }).first().click()
	await expect(page).toHaveURL(/\/ru$/)
})

test('A page opened without a network is ours and not the browser’s, and comes by itself later', async ({
	page,
	context,
}) => {
	await page.goto('/ru/games')
	await page.evaluate(() => navigator.serviceWorker.ready)
	await context.setOffline(true)
	await page.goto('/ru/games/1')
	await expect(page.getByRole('heading', { name: 'Нет сети' })).toBeVisible()
	await context.setOffline(false)
	await expect(page.getByRole('button', { name: /^Прибавить: 60 UC/ })).toBeVisible({ timeout: 20_000 })
})
