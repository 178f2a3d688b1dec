import type { FormField, ImportNote } from '@agency/contract/form-fields'

/** What is taken over of a PDF's own form: its fields, and what staff are told about them. */
export interface ImportedForm {
  fields: FormField[]
  notes: ImportNote[]
}

/** The columns that store it. */
export const storedForm = ({ fields, notes }: ImportedForm) => ({
  fields: JSON.stringify(fields),
  field_notes: JSON.stringify(notes),
})
