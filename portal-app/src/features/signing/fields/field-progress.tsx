import { Button } from '../../../shared/shared-ui.tsx'
import { useFieldWords } from './field-words.ts'
import type { FieldGuide } from './use-field-guide.ts'

/** How many of the fields are filled in, and whether what was typed is safe. */
export function FieldProgress({ guide: { progress, saving } }: { readonly guide: FieldGuide }) {
  const words = useFieldWords()
  const safe = { idle: words.saved, saving: words.saving, failed: words.unsaved }
  return (
    <>
      {progress.needed > 0 && <span>{words.filled(progress.done, progress.needed)}</span>}
      <span role="status">{saving && safe[saving]}</span>
    </>
  )
}

/** Leads to the next field: those that signing waits for first, then the others. */
export function NextField({ guide: { progress, openNext, openOptional } }: { readonly guide: FieldGuide }) {
  const words = useFieldWords()
  if (progress.next) {
    return (
      <Button size="large" onClick={openNext}>
        {words.nextField(progress.done + 1, progress.needed)}
      </Button>
    )
  }
  if (progress.optional.length === 0) return null
  return (
    <Button variant="secondary" size="large" onClick={openOptional}>
      {words.nextOptional}
    </Button>
  )
}
