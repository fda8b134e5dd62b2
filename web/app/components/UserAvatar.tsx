import { classes } from '@larek/shared/classes.ts'

interface UserAvatarProps {
	nickname: string
	picture: string | null
	large?: boolean
}

/** A picture, or the first letter lit by the lamp; the name is beside it. */
export function UserAvatar({ nickname, picture, large }: UserAvatarProps) {
	const size = large ? 'size-16 text-xl' : 'size-7 text-sm'
	if (picture) return <img src={picture} alt="" className={classes(size, 'shrink-0 rounded-full object-cover')} />
	return (
		<span aria-hidden="true" className={classes(size, 'face head grid shrink-0 place-items-center rounded-full')}>
			{[...nickname.trim()][0]?.toUpperCase()}
		</span>
	)
}
