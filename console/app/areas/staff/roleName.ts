const letters: Record<string, string> = {
	а: 'a',
	б: 'b',
	в: 'v',
	г: 'g',
	д: 'd',
	е: 'e',
	ё: 'e',
	ж: 'zh',
	з: 'z',
	и: 'i',
	й: 'y',
	к: 'k',
	л: 'l',
	м: 'm',
	н: 'n',
	о: 'o',
	п: 'p',
	р: 'r',
	с: 's',
	т: 't',
	у: 'u',
	ф: 'f',
	х: 'h',
	ц: 'ts',
	ч: 'ch',
	ш: 'sh',
	щ: 'sch',
	ы: 'y',
	э: 'e',
	ю: 'yu',
	я: 'ya',
}

/** The short name of a role out of its title: «Ночная смена» is `nochnaya_smena`. The audit and the data know it by it. */
export function roleName(title: string): string {
	const latin = [...title.toLowerCase()].map((letter) => letters[letter] ?? letter).join('')
	const name = latin
		.replace(/[^a-z]+/g, '_')
		.replace(/^_+|_+$/g, '')
		.slice(0, 40)
	return name.length > 1 ? name : `role_${name}x`
}
