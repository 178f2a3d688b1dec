import { languageNames, languages, useLanguage } from '../shared/language.ts'
import styles from './shell.module.css'

/** Lets the person change the language of every screen. */
export function LanguageSwitch() {
  const { language, t, choose } = useLanguage()
  return (
    <select
      className={styles.language}
      aria-label={t('language')}
      value={language}
      onChange={(event) => {
        const chosen = languages.find((known) => known === event.target.value)
        // Words that can't be fetched now: those in use stay, and the choice holds for the next visit.
        if (chosen) choose(chosen).catch(() => undefined)
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
