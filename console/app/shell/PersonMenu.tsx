import { Menu } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { Check, ChevronUp, KeyRound, Lock, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Me } from '~/api/session.ts'
import { useLock, useSignOut } from '~/areas/account/signInQueries.ts'
import { Avatar } from '~/kit/Avatar.tsx'
import { type Hotkey, hotkeyOf } from '~/kit/hotkeys.ts'
import { Kbd } from '~/kit/Kbd.tsx'
import { popup } from '~/kit/popup.ts'
import { type Theme, useTheme } from '~/kit/theme.ts'
import { m } from '~/paraglide/messages.js'

const themes: { theme: Theme; label: () => string; icon: LucideIcon }[] = [
	{ theme: 'light', label: () => m['shell.light'](), icon: Sun },
	{ theme: 'dark', label: () => m['shell.dark'](), icon: Moon },
	{ theme: 'system', label: () => m['shell.system'](), icon: Monitor },
]

/** The operator's menu: account, hotkeys, theme, lock, sign out. */
export function PersonMenu({ me }: { me: Me }) {
	return (
		<Menu.Root>
			<Menu.Trigger className="flex items-center gap-2.5 border-t border-line px-3.5 py-2.5 text-left hover:bg-hover">
				<Avatar name={me.name} beside />
				<span className="min-w-0 flex-1">
					<span className="block truncate leading-4 font-semibold">{me.name}</span>
					<span className="block truncate text-xs text-muted">{me.role.title}</span>
				</span>
				<ChevronUp size={14} className="text-muted" aria-hidden="true" />
			</Menu.Trigger>
			<Menu.Portal>
				<Menu.Positioner side="top" align="start" sideOffset={6} className="z-50">
					<Menu.Popup className={popup.box}>
						<PersonItems />
					</Menu.Popup>
				</Menu.Positioner>
			</Menu.Portal>
		</Menu.Root>
	)
}

export function PersonItems() {
	const navigate = useNavigate()
	const [chosen, setTheme] = useTheme()
	const signOut = useSignOut()
	const lock = useLock()
	return (
		<>
			<Item icon={KeyRound} label={m['shell.account']()} onClick={() => navigate('/account')} />
			<Menu.Separator className="my-1 h-px bg-hair" />
			<Menu.RadioGroup value={chosen} onValueChange={setTheme}>
				{themes.map(({ theme, label, icon: Icon }) => (
					<Menu.RadioItem key={theme} value={theme} className={popup.item} closeOnClick>
						<Icon size={16} className="text-muted" aria-hidden="true" />
						<span className="flex-1">{label()}</span>
						<Menu.RadioItemIndicator>
							<Check size={14} aria-hidden="true" />
						</Menu.RadioItemIndicator>
					</Menu.RadioItem>
				))}
			</Menu.RadioGroup>
			<Menu.Separator className="my-1 h-px bg-hair" />
			<Item icon={Lock} label={m['shell.lock']()} hotkey="lock" onClick={() => lock.start({})} />
			<Item icon={LogOut} label={m['shell.sign_out']()} onClick={() => signOut.start({})} />
		</>
	)
}

interface ItemProps {
	icon: LucideIcon
	label: string
	hotkey?: Hotkey
	onClick: () => void
}

function Item({ icon: Icon, label, hotkey, onClick }: ItemProps) {
	return (
		<Menu.Item className={popup.item} onClick={onClick}>
			<Icon size={16} className="text-muted" aria-hidden="true" />
			<span className="flex-1">{label}</span>
			{hotkey && <Kbd keys={hotkeyOf(hotkey)} />}
		</Menu.Item>
	)
}
