import { languageNames, languages, useLanguage } from './language.ts'

/** Selects the language of all screens. */
export function LanguageSwitch({ className }: { readonly className?: string }) {
  const { language, t, choose } = useLanguage()
  return (
    <select
      className={className}
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
