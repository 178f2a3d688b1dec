import { useState } from 'react'
import { chooseTheme, storedTheme, type Theme } from '../../shared/theme'
import styles from './account-page.module.css'

const labels: Readonly<Record<Theme, string>> = { system: 'As the system', light: 'Light', dark: 'Dark' }
const themes = ['system', 'light', 'dark'] as const

/** Light or dark, for this browser. It takes effect at once. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(storedTheme)
  return (
    <fieldset className={styles.choices}>
      <legend>Theme of this browser</legend>
      {themes.map((name) => (
        <label key={name} className="choice">
          <input
            type="radio"
            name="theme"
            checked={theme === name}
            onChange={() => {
              chooseTheme(name)
              setTheme(name)
            }}
          />
          <span>{labels[name]}</span>
        </label>
      ))}
    </fieldset>
  )
}
