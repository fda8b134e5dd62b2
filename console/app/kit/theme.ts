import { createStore, useStore } from '@larek/shared/store.ts'

/** `system` follows the device. public/theme.js sets the same attribute before the first paint. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'larek.console.theme'

function stored(): Theme {
	if (typeof document === 'undefined') return 'system'
	const { theme } = document.documentElement.dataset
	return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const chosen = createStore<Theme>(stored())

export function setTheme(theme: Theme): void {
	chosen.update(() => theme)
	if (theme === 'system') delete document.documentElement.dataset.theme
	else document.documentElement.dataset.theme = theme
	try {
		if (theme === 'system') localStorage.removeItem(key)
		else localStorage.setItem(key, theme)
	} catch {
		// Without storage the choice lasts as long as the page.
	}
}

export function useTheme(): [Theme, (theme: Theme) => void] {
	return [useStore(chosen), setTheme]
}
