import { classes } from '@larek/shared/classes.ts'

const paints = ['avatar-0', 'avatar-1', 'avatar-2', 'avatar-3', 'avatar-4']

interface AvatarProps {
	name: string
	small?: boolean
	/** The name is next to it, so screen readers skip the avatar. */
	beside?: boolean
}

/** The initials of an operator, always in the same colour. */
export function Avatar({ name, small, beside }: AvatarProps) {
	const words = name.trim().split(/\s+/)
	const initials = words.length > 1 ? `${words[0]?.[0]}${words[1]?.[0]}` : name.slice(0, 2)
	const sum = [...name].reduce((all, letter) => all + letter.charCodeAt(0), 0)
	return (
		<span
			{...(beside ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name })}
			className={classes(
				'inline-grid flex-none place-items-center rounded-full font-semibold uppercase',
				small ? 'size-5 text-[9px]' : 'size-6.5 text-2xs',
				paints[sum % paints.length],
			)}
		>
			{initials}
		</span>
	)
}
