import { expect, test } from 'vitest'
import { noIndex, seo } from './seo.ts'

const page = { title: 'Игры', description: 'Все игры', path: '/ru/games', origin: 'https://s.example' }
const property = (tags: object[], name: string) =>
	(tags as Array<{ property?: string; content?: string }>).find((tag) => tag.property === name)?.content

test('a page without a picture of its own shows the shop', () => {
	const tags = seo(page)
	expect(property(tags, 'og:image')).toBe('https://s.example/og.png')
	expect(property(tags, 'og:image:width')).toBe('1200')
	expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://s.example/ru/games' })
})

test('a cover is shown large', () => {
	const tags = seo({ ...page, image: '/media/abc/640.png' })
	expect(property(tags, 'og:image')).toBe('https://s.example/media/abc/1280.png')
	expect(property(tags, 'og:image:width')).toBeUndefined()
})

test('private pages are not indexed', () => {
	expect(noIndex('Заказ')).toContainEqual({ name: 'robots', content: 'noindex' })
	expect(seo({ ...page, noindex: true })).toContainEqual({ name: 'robots', content: 'noindex' })
})
