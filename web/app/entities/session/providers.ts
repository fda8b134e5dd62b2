/** Names and short marks of the services; their own artwork is theirs. */
const known: Record<string, { title: string; mark: string }> = {
	facebook: { title: 'Facebook', mark: 'f' },
	google: { title: 'Google', mark: 'G' },
	steam: { title: 'Steam', mark: 'St' },
	telegram: { title: 'Telegram', mark: 'Tg' },
	vk: { title: 'ВКонтакте', mark: 'ВК' },
	vk_id: { title: 'VK ID', mark: 'VK' },
	yandex: { title: 'Яндекс ID', mark: 'Я' },
}

export const isProvider = (name: string) => Object.hasOwn(known, name)
export const providerTitle = (name: string) => known[name]?.title ?? name
export const providerMark = (name: string) => known[name]?.mark ?? ''
