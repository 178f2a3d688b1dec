import type { FormField, ImportNote } from '@agency/contract/form-fields'

export interface ImportedForm {
  fields: FormField[]
  notes: ImportNote[]
}

export const storedForm = ({ fields, notes }: ImportedForm) => ({
  fields: JSON.stringify(fields),
  field_notes: JSON.stringify(notes),
})
