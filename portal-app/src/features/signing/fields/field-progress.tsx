import { useMessages } from '../../../shared/language.ts'
import type { FieldGuide } from './use-field-guide.ts'

/** Number of filled fields, and the way to the optional fields once the others are filled. */
export function FieldProgress({ guide }: { readonly guide: FieldGuide }) {
  const t = useMessages()
  const { progress, openOptional } = guide
  const showsOptional = !progress.next && progress.optional.length > 0
  return (
    <>
      {progress.needed > 0 && !showsOptional && (
        <span>{t('fields.filled', { count: progress.done, of: progress.needed })}</span>
      )}
      {showsOptional && (
        <button type="button" className="link-button" onClick={openOptional}>
          {t('fields.nextOptional')}
        </button>
      )}
    </>
  )
}

/** Whether what was typed is saved. */
export function SavingStatus({ guide: { saving } }: { readonly guide: FieldGuide }) {
  const t = useMessages()
  const safe = { idle: t('fields.saved'), saving: t('fields.saving'), failed: t('fields.unsaved') }
  return <span role="status">{saving && safe[saving]}</span>
}
