import { useMessages } from '../../../shared/language.ts'

/** Says that a call is repeated until there is an answer. */
export function Retrying() {
  const t = useMessages()
  return (
    <p className="notice" data-tone="warning" role="alert">
      {t('fields.retrying')}
    </p>
  )
}
