import { useMessages } from '../../../shared/language.ts'
import type { FieldGuide } from './use-field-guide.ts'

interface FieldProgressProps {
  readonly guide: FieldGuide
}

/** Once the required fields are filled: their number, or the way to the optional ones. */
export function FieldProgress({ guide }: FieldProgressProps) {
  const t = useMessages()
  const { progress, openOptional } = guide
  // The button has the number of the next one.
  if (progress.next) return null
  if (progress.optional.length > 0) {
    return (
      <button type="button" className="link-button" onClick={openOptional}>
        {t('fields.nextOptional')}
      </button>
    )
  }
  return progress.needed > 0 && <span>{t('fields.filled', { count: progress.done, of: progress.needed })}</span>
}

/** Whether the draft is saved. Announced when it appears: it has to be there before. */
export function SaveState({ guide: { saving } }: FieldProgressProps) {
  const t = useMessages()
  const texts = { idle: t('fields.saved'), saving: t('fields.saving'), failed: t('fields.unsaved') }
  return <span role="status">{saving && texts[saving]}</span>
}
