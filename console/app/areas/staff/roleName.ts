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

/** The name of a role from its title, as the audit stores it: «Ночная смена» becomes `nochnaya_smena`. */
export function roleName(title: string): string {
	const latin = [...title.toLowerCase()].map((letter) => letters[letter] ?? letter).join('')
	const name = latin
		.replace(/[^a-z]+/g, '_')
		.replace(/^_+|_+$/g, '')
		.slice(0, 40)
	return name.length > 1 ? name : `role_${name}x`
}
