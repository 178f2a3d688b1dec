import { useMessages } from '../../../shared/language.ts'
import styles from './fields.module.css'
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
  return progress.of > 0 && <span>{t('fields.filled', { count: progress.of, of: progress.of })}</span>
}

/** Whether the draft is saved; if not, a button saves it now. Announced when it appears: it has to be there before. */
export function SaveState({ guide: { saving, save } }: FieldProgressProps) {
  const t = useMessages()
  const texts = { idle: t('fields.saved'), saving: t('fields.saving'), failed: t('fields.unsaved') }
  return (
    <span className={styles.saveState} data-saving={saving}>
      <span role="status">{saving && texts[saving]}</span>
      {saving === 'failed' && (
        <button type="button" className="link-button" onClick={save}>
          {t('connection.retry')}
        </button>
      )}
    </span>
  )
}
