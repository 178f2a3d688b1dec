import { type FormFieldKind, GlobalFormFields } from '@agency/contract/form-fields'
import { usePdf } from '@agency/pdf-viewer/use-pdf'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Check } from 'typebox/value'
import { readRefusal } from '../../../shared/api-error'
import { call } from '../../../shared/call'
import { type DraftField, useConflictSave } from '../../../shared/conflicts/use-conflict-save'
import { FormError } from '../../../shared/controls/form-error'
import { alertFailure } from '../../../shared/dialogs/dialogs'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { fileQuery } from '../../../shared/files/protected-file'
import { counted } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { PdfWaiting } from '../../../shared/pdf-preview/pdf-preview'
import { persistEdit } from '../../../shared/persist-draft'
import { kindsText } from '../field-kinds'
import { type FieldsOwner, formFieldsQuery } from '../fields-owner'
import { FieldWorkspace } from './field-workspace'
import { type FieldEdit, type FieldsDraft, useFieldEdit } from './use-field-edit'
import { type Proposals, useProposals } from './use-proposals'
import type { FieldFaults } from './workspace-side'

const draftFields: readonly DraftField<FieldsDraft>[] = [
  { name: 'fields', label: 'Fields', text: ({ fields }) => `${counted(fields.length, 'field')}: ${kindsText(fields)}` },
]

const useEdit = persistEdit(({ fields }: GlobalFormFields): FieldsDraft => ({ fields }))

interface PlaceFieldsDialogProps {
  readonly owner: FieldsOwner
  /** The fields as they are stored. */
  readonly stored: GlobalFormFields
  /** The kind that the first press on a page places. */
  readonly tool: FormFieldKind | null
  readonly onClose: () => void
}

/** Places the fields that the client fills in and signs on the pages of a form of the library or of a document. */
export function PlaceFieldsDialog({ owner, stored, tool, onClose }: PlaceFieldsDialogProps) {
  const edit = useEdit(owner.id, stored)
  const [faults, setFaults] = useState<FieldFaults>(new Map())
  const fieldEdit = useFieldEdit(edit.form)
  const proposals = useProposals(owner, fieldEdit.fields)
  const queryClient = useQueryClient()
  const save = useConflictSave({
    isItem: (value) => Check(GlobalFormFields, value),
    edit,
    fields: draftFields,
    save: async ({ fields }, { version }) => {
      const saved = await call(owner.fields.save, { params: { id: owner.id }, version, body: { fields } })
      queryClient.setQueryData(formFieldsQuery(owner).queryKey, saved)
      await queryClient.invalidateQueries({ queryKey: owner.shownBy })
    },
    onSaved: onClose,
    failure: (error) => {
      const refused = readRefusal(error)
      const found = byField(refused?.body?.details ?? [], fieldEdit.fields)
      setFaults(found)
      // Such as a document that the client has signed meanwhile.
      if (refused?.status === 409 && refused.body !== null) return refused.body.message
      return found.size === 0 ? void alertFailure('Error saving form. See console for details.', error) : null
    },
    question: 'Someone else changed the fields of this form',
  })
  const submit = (draft: FieldsDraft) => {
    const found = byField(faultsOf(draft.fields), draft.fields)
    setFaults(found)
    if (found.size === 0) save.submit(draft)
  }
  if (save.conflict !== null) return save.conflict
  return (
    <FormModal
      title="Place Fields"
      description={owner.title || 'Untitled'}
      size="full"
      {...save.modal}
      onSubmit={edit.form.handleSubmit(submit)}
      onClose={onClose}
    >
      {faults.size > 0 && <FormError text="Please check the marked fields." />}
      <Pages
        filePath={owner.filePath}
        tool={tool}
        notes={edit.base.notes}
        edit={fieldEdit}
        proposals={proposals}
        faults={faults}
      />
    </FormModal>
  )
}

interface PagesProps {
  readonly filePath: string
  readonly tool: FormFieldKind | null
  readonly notes: GlobalFormFields['notes']
  readonly edit: FieldEdit
  readonly proposals: Proposals
  readonly faults: FieldFaults
}

function Pages({ filePath, ...props }: PagesProps) {
  const { data: file, isError, refetch } = useQuery(fileQuery(filePath))
  if (isError) return <LoadFailure message="The document could not be loaded." retry={refetch} />
  return file === undefined ? <PdfWaiting opening="opening" /> : <OpenedPages file={file} {...props} />
}

function OpenedPages({ file, ...props }: Omit<PagesProps, 'filePath'> & { readonly file: Blob }) {
  const opening = usePdf(file)
  if (typeof opening === 'string') return <PdfWaiting opening={opening} />
  return <FieldWorkspace pages={opening.pages} {...props} />
}

/** The invalid fields before they are sent. Paths are those of the server: `fields.2.label`. */
const faultsOf = (fields: FieldEdit['fields']): { readonly field: string; readonly message: string }[] =>
  fields.flatMap(({ kind, label, choices }, index) => [
    ...(label.trim() === ''
      ? [{ field: `fields.${index}.label`, message: 'Enter what the client is asked for.' }]
      : []),
    ...(kind === 'choice' && choices === undefined
      ? [{ field: `fields.${index}.choices`, message: 'Enter at least one choice.' }]
      : []),
  ])

/** Errors by field id and property. @param details with paths such as `fields.2.binding` */
function byField(
  details: readonly { readonly field: string; readonly message: string }[],
  fields: FieldEdit['fields'],
): FieldFaults {
  const found = new Map<string, Record<string, string>>()
  for (const { field: path, message } of details) {
    const [list, index, property = 'label'] = path.split('.')
    const field = list === 'fields' ? fields[Number(index)] : undefined
    if (field !== undefined) found.set(field.id, { ...found.get(field.id), [property]: message })
  }
  return found
}
