// An administrator sees which keys each partner has and tries them. Changing them is proved by Go tests: the keys of
// this shop are the environment's.
import { test } from '@playwright/test'
import { openDesk } from './desk.ts'
import { expect, expectStateAccessible } from './page.ts'

test('the keys of a bank are shown without their secrets and tried', async ({ page, browser }, info) => {
	const { page: desk, errors } = await openDesk(browser, page, 'admin')
	await desk.goto('/console/settings')
	await expect(desk.getByText('ключи из окружения')).toHaveCount(8)
	await desk.getByRole('button', { name: 'Ключи: Т-Банк' }).click()
	const dialog = desk.getByRole('dialog', { name: 'Ключи: Т-Банк' })
	await expect(dialog.getByText('Задаёт инженер: LAREK_TBANK_PASSWORD')).toBeVisible()
	await expect(dialog.getByText('••••••••')).toHaveCount(1)
	await dialog.getByRole('button', { name: 'Проверить' }).click()
	await expect(dialog.getByRole('listitem').filter({ hasText: 'Получилось' })).not.toHaveCount(0)
	await expect(dialog.getByRole('listitem').filter({ hasText: 'Не получилось' })).toHaveCount(0)
	await expectStateAccessible(desk)
	await desk.screenshot({ path: info.outputPath('keys.png') })
	expect(errors).toEqual([])
})
