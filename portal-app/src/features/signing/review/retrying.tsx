import { useMessages } from '../../../shared/language.ts'

export function Retrying() {
  const t = useMessages()
  return (
    <p className="notice" data-tone="warning" role="alert">
      {t('fields.retrying')}
    </p>
  )
}
