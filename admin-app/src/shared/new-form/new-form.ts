import type { UseFormReturn } from 'react-hook-form'

/** What kinds of form a person may ask for. */
export const formKinds = [
  { value: 'pdf', label: 'Upload Custom PDF' },
  { value: 'link', label: 'External Link' },
  { value: 'docusign', label: 'DocuSign Template (sync only)' },
] as const

/** What is typed and chosen in a dialog for a new form. */
export interface NewForm {
  readonly kind: (typeof formKinds)[number]['value']
  readonly title: string
  readonly folder: string
  readonly notes: string
  readonly source: string
  readonly requiresSignature: boolean
  readonly file: File | null
}

export const emptyForm: NewForm = {
  kind: 'pdf',
  title: '',
  folder: '',
  notes: '',
  source: '',
  requiresSignature: true,
  file: null,
}

/** Whether leaving a new form would lose something. The kind alone is no work: it is chosen again in a moment. */
export function losesWork({ formState }: UseFormReturn<NewForm>): boolean {
  const { kind: _kind, ...typed } = formState.dirtyFields
  return Object.values(typed).some(Boolean)
}

/** Whether a chosen file is a PDF by its type or, where the system knows no type, by its name. */
export const isPdf = ({ type, name }: File): boolean =>
  type === 'application/pdf' || (type === '' && name.toLowerCase().endsWith('.pdf'))
