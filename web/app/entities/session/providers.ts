import { m } from '~/paraglide/messages.js'

/** Names of the services; `note` distinguishes two of one company. */
const known: Record<string, { title: string; note?: () => string }> = {
	facebook: { title: 'Facebook' },
	google: { title: 'Google' },
	steam: { title: 'Steam' },
	telegram: { title: 'Telegram' },
	vk: { title: 'ВКонтакте', note: m['auth.vk_note'] },
	vk_id: { title: 'VK ID', note: m['auth.vk_id_note'] },
	yandex: { title: 'Яндекс ID' },
}

export const isProvider = (name: string) => Object.hasOwn(known, name)
export const providerTitle = (name: string) => known[name]?.title ?? name
export const providerNote = (name: string) => known[name]?.note?.()
