import { classes } from '@larek/shared/classes.ts'
import type { InputHTMLAttributes } from 'react'

type CodeInputProps = InputHTMLAttributes<HTMLInputElement> & { error?: string }

/** A field for a promo code or the code of a letter: the browser suggests, corrects and checks nothing. */
export function CodeInput({ error, className = 'flex-1', ...input }: CodeInputProps) {
	return (
		<input
			autoComplete="off"
			autoCapitalize="characters"
			spellCheck={false}
			maxLength={64}
			{...input}
			aria-invalid={error ? true : undefined}
			className={classes('control min-w-0', className)}
		/>
	)
}
