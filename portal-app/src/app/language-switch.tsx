import { languageNames, languages, useLanguage } from '../shared/i18n/language.ts'
import styles from './shell.module.css'

/** Lets the person change the language of every screen. */
export function LanguageSwitch() {
  const { language, messages, choose } = useLanguage()
  return (
    <select
      className={styles.language}
      aria-label={messages.language}
      value={language}
      onChange={(event) => {
        const chosen = languages.find((known) => known === event.target.value)
        if (chosen) void choose(chosen)
      }}
    >
      {languages.map((known) => (
        <option key={known} value={known} lang={known}>
          {languageNames[known]}
        </option>
      ))}
    </select>
  )
}
