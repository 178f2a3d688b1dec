import { useMessages } from '../../../shared/language.ts'
import { Button } from '../../../shared/shared-ui.tsx'
import type { FieldGuide } from './use-field-guide.ts'

/** Number of filled fields, and whether the draft is saved. */
export function FieldProgress({ guide: { progress, saving } }: { readonly guide: FieldGuide }) {
  const t = useMessages()
  const safe = { idle: t('fields.saved'), saving: t('fields.saving'), failed: t('fields.unsaved') }
  return (
    <>
      {progress.needed > 0 && <span>{t('fields.filled', { count: progress.done, of: progress.needed })}</span>}
      <span role="status">{saving && safe[saving]}</span>
    </>
  )
}

/** The button to the next field: first the required ones, then the optional ones. */
export function NextField({ guide: { progress, openNext, openOptional } }: { readonly guide: FieldGuide }) {
  const t = useMessages()
  if (progress.next) {
    return (
      <Button size="large" onClick={openNext}>
        {t('fields.nextField', { number: progress.done + 1, of: progress.needed })}
      </Button>
    )
  }
  if (progress.optional.length === 0) return null
  return (
    <Button variant="secondary" size="large" onClick={openOptional}>
      {t('fields.nextOptional')}
    </Button>
  )
}
