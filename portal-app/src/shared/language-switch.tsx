import { languageNames, languages, useLanguage } from './language.ts'
import styles from './language-switch.module.css'
import { GlobeIcon } from './portal-icons.tsx'

/** Selects the language of all screens, by a globe and, where there is room, the name of the language. */
export function LanguageSwitch({ className = '' }: { readonly className?: string }) {
  return (
    <span className={`${styles.language} ${className}`}>
      <GlobeIcon />
      <LanguageSelect />
    </span>
  )
}

function LanguageSelect() {
  const { language, t, choose } = useLanguage()
  return (
    <select
      aria-label={t('language')}
      value={language}
      onChange={(event) => {
        const chosen = languages.find((known) => known === event.target.value)
        // If the messages can't be loaded, the language stays; the choice is stored for the next visit.
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
