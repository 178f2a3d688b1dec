import { readStored, writeStored } from './browser-storage'

export type Theme = 'system' | 'light' | 'dark'

const key = 'adminTheme'

/** The theme that was chosen in this browser. */
export function storedTheme(): Theme {
  const stored = readStored('local', key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Shows the chosen theme. The tokens follow the system without it. */
export function showTheme(theme: Theme = storedTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Shows a theme, and keeps it for this browser. */
export function chooseTheme(theme: Theme): void {
  writeStored('local', key, theme === 'system' ? null : theme)
  showTheme(theme)
}
