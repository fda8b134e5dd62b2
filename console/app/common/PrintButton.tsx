import { Printer } from 'lucide-react'
import { IconButton } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'
import './print.css'

/** Prints the screen without what is pressed on it. */
export const PrintButton = () => (
	<IconButton label={m['common.print']()} icon={Printer} onClick={() => print()} className="max-md:hidden" />
)
