import type { GlobalForm } from '@agency/contract/global-forms'
import { useQueryClient } from '@tanstack/react-query'
import { alert } from '../../shared/dialogs/dialogs'
import { countText } from './field-count'
import { formFieldsQuery } from './form-fields-api'

/** Tells how many fields of its own a PDF brought with it, if any. */
export function useFieldsFound() {
  const queryClient = useQueryClient()
  return async (form: GlobalForm): Promise<void> => {
    if (form.type !== 'PDF' || !form.has_file || !form.requires_signature) return
    try {
      const { fields } = await queryClient.fetchQuery(formFieldsQuery(form.id))
      const were = fields.length === 1 ? 'was' : 'were'
      if (fields.length > 0)
        await alert(`${countText(fields.length)} ${were} found in this PDF. Look them over under Place fields.`)
    } catch {
      // The form is there all the same; its dialog says what fields it has, or that they can't be loaded.
    }
  }
}
