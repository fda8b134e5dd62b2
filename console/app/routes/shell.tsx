import { findAnything } from '~/features/find/findAnything.ts'
import { finder } from '~/kit/palette.ts'

// The shell knows of a search, this is the one it gets.
finder.update(() => findAnything)

export { default } from '~/shell/Shell.tsx'
