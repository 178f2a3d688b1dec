import { useMessages } from '../../../shared/language.ts'
import { Button } from '../../../shared/shared-ui.tsx'
import type { FieldGuide } from './use-field-guide.ts'

/** How many of the fields are filled in, and whether what was typed is safe. */
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

/** Leads to the next field: those that signing waits for first, then the others. */
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
