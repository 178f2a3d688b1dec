import type { Language } from '@agency/contract/esign'
import { useLanguage } from './i18n/language.ts'
import { useLate } from './use-late.ts'

/** They travel with what fetches something, which the first screen does not. */
const words: Readonly<Record<Language, string>> = {
  en: 'This takes longer than usual. Please wait a moment.',
  es: 'Esto tarda más de lo habitual. Espere un momento, por favor.',
  pt: 'Isto está demorando mais que o normal. Aguarde um momento, por favor.',
}

/** Milliseconds after which a person begins to wonder, well before a read that hangs is given up (http-client/patient-read). */
export const lateAfter = 5_000

/** What stands in place of something that is on its way. When that takes longer than usual it says so. */
export function Loading({ text }: { readonly text: string }) {
  const late = useLate(lateAfter)
  const word = words[useLanguage((state) => state.language)]
  return (
    <div role="status">
      <p>{text}</p>
      {late && <p className="field-hint">{word}</p>}
    </div>
  )
}
