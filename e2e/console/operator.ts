// People who run the shop, for the console's stories.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from '../shop.ts'
import { expect } from './page.ts'

export interface Operator {
	email: string
	name: string
	password: string
	/** The secret of the application with codes. */
	secret: string
	recoveryCodes: string[]
}

type Role = 'operator' | 'senior' | 'catalog' | 'finance' | 'admin'

/** The address of a new invitation. The shop stores only a digest of its secret. */
export function invite(role: Role): { email: string; link: string } {
	const email = `${role}-${randomUUID()}@staff.example`
	const token = randomBytes(32).toString('base64url')
	const digest = createHash('sha256').update(token).digest('hex')
	sql(`insert into staff_invitations (email, role_id, digest, created, expires_at)
		select '${email}', id, '\\x${digest}', now(), now() + interval '48 hours' from staff_roles where name = '${role}'`)
	return { email, link: `/console/invitation#${token}` }
}

/** Six digits of an application with codes, for now or for steps of 30 seconds later. */
export function totp(secret: string, later = 0): string {
	const step = Math.floor(Date.now() / 30_000) + later
	const counter = Buffer.alloc(8)
	counter.writeBigUInt64BE(BigInt(step))
	const hash = createHmac('sha1', base32(secret)).update(counter).digest()
	const offset = (hash.at(-1) ?? 0) & 15
	return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function base32(text: string): Buffer {
	const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
	const bits = [...text.replace(/[\s=]/g, '').toUpperCase()]
		.map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
		.join('')
	return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Accepts an invitation: name and password, up to the page that asks for a second factor. */
export async function accept(page: Page, role: Role, name = 'Нина Орлова'): Promise<Operator> {
	const { email, link } = invite(role)
	const password = `ночной ларёк ${randomUUID()}`
	await page.goto(link)
	await page.getByLabel('Как вас зовут').fill(name)
	await page.getByLabel('Пароль').fill(password)
	await page.getByRole('button', { name: 'Принять приглашение' }).click()
	await expect(page.getByRole('heading', { name: 'Второй фактор' })).toBeVisible()
	return { email, name, password, secret: '', recoveryCodes: [] }
}

/** Adds an application with codes and saves the recovery codes. */
export async function enrol(page: Page, operator: Operator): Promise<void> {
	await page.getByRole('button', { name: 'Приложение с кодами' }).click()
	await expect(page.getByRole('img', { name: 'QR для приложения с кодами' })).toBeVisible()
	const typed = await page.getByText('или введите вручную:').textContent()
	operator.secret = /[A-Z2-7]{16,}/.exec(typed ?? '')?.[0] ?? ''
	await page.getByLabel('Код из приложения').fill(totp(operator.secret))
	await page.getByRole('button', { name: 'Подтвердить' }).click()
	const codes = page.getByRole('list', { name: 'запасные коды' }).getByRole('listitem')
	await expect(codes).toHaveCount(10)
	operator.recoveryCodes = await codes.allTextContents()
	await page.getByRole('checkbox', { name: 'Коды сохранены' }).check()
	await page.getByRole('button', { name: 'Войти в консоль' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** A new operator of a role, signed in. */
export async function hire(page: Page, role: Role): Promise<Operator> {
	const operator = await accept(page, role)
	await enrol(page, operator)
	return operator
}

export async function enterPassword(
	page: Page,
	{ email, password }: Pick<Operator, 'email' | 'password'>,
): Promise<void> {
	await page.getByLabel('Рабочая почта').fill(email)
	await page.getByLabel('Пароль').fill(password)
	await page.getByRole('button', { name: 'Продолжить' }).click()
}
