import { Toaster as Base } from 'sonner'
import { m } from '~/paraglide/messages.js'
import { useTheme } from './theme.ts'

export function Toaster() {
	const [theme] = useTheme()
	return (
		<Base
			theme={theme}
			position="bottom-left"
			containerAriaLabel={m['kit.toasts']()}
			duration={6_000}
			mobileOffset={{ bottom: 76 }}
			closeButton
			toastOptions={{ closeButtonAriaLabel: m['common.close']() }}
		/>
	)
}
