import type { ReadingRule } from '@agency/contract/global-forms'
import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { readRefusal } from '../api-error'
import { capabilitiesQuery } from '../capabilities'
import { fieldErrors } from '../controls/field-errors'
import { alert, alertFailure } from '../dialogs/dialogs'
import { PdfRefusedError } from '../pdf-checks/pdf-refused-error'

export const formKinds = [
  { value: 'pdf', label: 'Upload Custom PDF' },
  { value: 'link', label: 'External Link' },
  { value: 'docusign', label: 'DocuSign Template (sync only)' },
] as const

export interface NewForm {
  readonly kind: (typeof formKinds)[number]['value']
  readonly title: string
  readonly folder: string
  readonly notes: string
  readonly source: string
  readonly requiresSignature: boolean
  readonly reading: ReadingRule
  readonly file: File | null
  /** Opens the file; null unless it needs one. */
  readonly password: string | null
}

export const emptyForm: NewForm = {
  kind: 'pdf',
  title: '',
  folder: '',
  notes: '',
  source: '',
  requiresSignature: true,
  reading: 'jump',
  file: null,
  password: null,
}

/** The title of a form that its file suggests: the file's name. */
export const titleOf = (file: File): string => file.name.replace(/\.pdf$/i, '')

/** The values of a new form of a PDF that is chosen already. */
export const formOfFile = (file: File): NewForm => ({ ...emptyForm, title: titleOf(file), file })

/** Typed text or a chosen file, also one from before it opened. The kind alone does not count. */
export function losesWork({ formState, getValues }: UseFormReturn<NewForm>): boolean {
  const { kind: _kind, ...typed } = formState.dirtyFields
  return getValues('file') !== null || Object.values(typed).some(Boolean)
}

/** What a new form needs before it can be saved, and the warning where the deployment can't store PDFs. */
export function useNewFormRules(form: UseFormReturn<NewForm>) {
  const canUpload = useQuery(capabilitiesQuery()).data?.pdf_upload ?? true
  return {
    canUpload,
    incomplete: form.watch('kind') === 'pdf' && canUpload && form.watch('file') === null,
    hasFields: form.watch('kind') === 'pdf' && canUpload && form.watch('requiresSignature'),
    /** To be called before a form is saved. */
    warn: async ({ kind }: NewForm) => {
      if (kind === 'pdf' && !canUpload) await alert('PDF upload not wired yet. Save metadata only for now.')
    },
  }
}

const fields = ['title', 'folder', 'notes', 'source', 'file'] as const

/** One that belongs to no field is alerted. @param message text of that alert */
export async function showNewFormErrors(error: unknown, form: UseFormReturn<NewForm>, message: string): Promise<void> {
  if (showPasswordError(error, form)) return
  const known = fieldErrors(error, fields)
  for (const fault of known) form.setError(fault.name, { message: fault.message })
  if (known.length > 0) return
  const aboutFile = fileMessage(error)
  if (aboutFile !== undefined) form.setError('file', { message: aboutFile })
  else await alertFailure(message, error)
}

/** Whether an upload was refused for want of the password that opens the PDF, or because it is wrong. */
export const needsPassword = (code: string | undefined): boolean =>
  code === 'PDF_PASSWORD_NEEDED' || code === 'PDF_PASSWORD_WRONG'

/** Asks for the password of the chosen file. @returns whether the save failed for want of it */
function showPasswordError(error: unknown, form: UseFormReturn<NewForm>): boolean {
  const body = readRefusal(error)?.body
  if (!needsPassword(body?.code)) return false
  form.setValue('password', '', { shouldDirty: true })
  form.setError('password', { message: body?.message ?? '' })
  return true
}

/** A proxy may refuse a large file before core-api does: such an answer has a status and no body of ours. */
function fileMessage(error: unknown): string | undefined {
  if (error instanceof PdfRefusedError) return error.message
  const refusal = readRefusal(error)
  const { code, message } = refusal?.body ?? {}
  if (code === 'PDF_REFUSED' || code === 'TOO_LARGE' || code === 'UNSUPPORTED_MEDIA_TYPE') return message
  return refusal?.status === 413
    ? 'This file is too large. A PDF may have 50 MB: scan it with 150 to 200 dpi, or split it.'
    : undefined
}
