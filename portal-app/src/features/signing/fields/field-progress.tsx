import { useMessages } from '../../../shared/language.ts'
import type { FieldGuide } from './use-field-guide.ts'

/** Number of filled fields, whether the draft is saved, and the way to the optional fields once the others are filled. */
export function FieldProgress({ guide }: { readonly guide: FieldGuide }) {
  const t = useMessages()
  const { progress, saving, openOptional } = guide
  const safe = { idle: t('fields.saved'), saving: t('fields.saving'), failed: t('fields.unsaved') }
  const showsOptional = !progress.next && progress.optional.length > 0
  return (
    <>
      {progress.needed > 0 && !showsOptional && (
        <span>{t('fields.filled', { count: progress.done, of: progress.needed })}</span>
      )}
      <span role="status">{saving && safe[saving]}</span>
      {showsOptional && (
        <button type="button" className="link-button" onClick={openOptional}>
          {t('fields.nextOptional')}
        </button>
      )}
    </>
  )
}
