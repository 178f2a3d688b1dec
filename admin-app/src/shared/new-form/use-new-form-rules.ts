import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { capabilitiesQuery } from '../capabilities'
import { alert } from '../dialogs/dialogs'
import type { NewForm } from './new-form'

/** What a new form needs before it can be saved, and what has to be said first, where PDFs can't be stored. */
export function useNewFormRules(form: UseFormReturn<NewForm>) {
  const canUpload = useQuery(capabilitiesQuery()).data?.pdf_upload ?? true
  return {
    canUpload,
    /** Whether something is still missing. */
    incomplete: form.watch('kind') === 'pdf' && canUpload && form.watch('file') === null,
    /** To be called before a form is saved. */
    warn: async ({ kind }: NewForm) => {
      if (kind === 'pdf' && !canUpload) await alert('PDF upload not wired yet. Save metadata only for now.')
    },
  }
}
