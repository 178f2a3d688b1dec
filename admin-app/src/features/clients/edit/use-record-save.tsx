import { type ClientRecord, clientApi } from '@agency/contract/clients'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Check } from 'typebox/value'
import { readRefusal } from '../../../shared/api-error'
import { useConflictSave } from '../../../shared/conflicts/use-conflict-save'
import { fieldErrors } from '../../../shared/controls/field-errors'
import { today } from '../../../shared/dates/today'
import { alert } from '../../../shared/dialogs/dialogs'
import { alertRefusal, onConflict, serverMessage } from '../../../shared/dialogs/save-dialog'
import { persistDraft, persistState } from '../../../shared/persist-draft'
import { showToast } from '../../../shared/toasts/toasts'
import { useMounted } from '../../../shared/use-mounted'
import { usePermission } from '../../../shared/use-permission'
import { refetchClients, updateClient } from '../client-queries'
import type { RecordField } from '../record/record-fields'
import { useReveals } from '../reveals/use-reveals'
import { type Draft, draftFaults, draftOf, draftText, mergeDraft } from './record-draft'
import { softWarning } from './soft-checks'

const useBase = persistState<ClientRecord>()
const useDraft = persistDraft<Draft>()

/** Some fields of a record while they are edited. */
export interface RecordEdit {
  readonly form: UseFormReturn<Draft>
  readonly base: ClientRecord
  readonly rebase: (record: ClientRecord) => void
  readonly fields: readonly RecordField[]
}

/** Keeps its record: a newer version must not be sent with older values. @param key tells drafts after a login apart */
export function useRecordEdit(key: string, client: ClientRecord, fields: readonly RecordField[]): RecordEdit {
  const [base, rebase] = useBase(key, client)
  const form = useDraft(key, {
    defaultValues: draftOf(base, fields),
    resolver: (draft) => resolved(draft, draftFaults(fields, draft)),
  })
  return { form, base, rebase, fields }
}

interface RecordSave {
  readonly name: string
  readonly onSaved: () => void
  /** @param reason why; null if the errors are shown at the fields */
  readonly onRefused: (reason: string | null) => void
}

/** Saves an edit of a record with optimistic concurrency. Afterwards a toast says so and offers to undo it. */
export function useRecordSave({ form, base, rebase, fields }: RecordEdit, { name, onSaved, onRefused }: RecordSave) {
  const queryClient = useQueryClient()
  const { revealRecord } = useReveals()
  const maySee = usePermission('clients.sensitive')
  const mounted = useMounted()
  const done = useRef<Saved | null>(null)
  return useConflictSave({
    isItem: (value) => Check(clientApi.one.response, value),
    edit: { form, base, rebase, draftOf: (record) => draftOf(record, fields) },
    fields: fields.map((field) => ({
      name: field.name,
      label: field.group === undefined ? field.label : `${field.group}: ${field.label}`,
      text: (draft: Draft) => draftText(field, draft),
    })),
    save: async (draft, over) => {
      const values = mergeDraft(over, fields, draft, maySee)
      const after = await updateClient(over, values)
      const before = draftOf(over, fields)
      const changed = fields.filter(({ name: field }) => draft[field] !== before[field])
      done.current = { before, after, changed, maySee }
      await refetchClients(queryClient)
    },
    onSaved: () => {
      const saved = done.current
      const canUndo = saved !== null && saved.changed.length > 0
      const text = [`${name} saved.`, ...fieldWarnings(fields, form.getValues())].join(' ')
      showToast({ text, ...(canUndo && { undo: () => void undoSave(queryClient, saved) }) })
      onSaved()
    },
    failure: (error) => {
      if (!mounted.current) return void reportLost(name, error)
      const known = fieldErrors(
        error,
        fields.map((field) => field.name),
      )
      for (const fault of known) form.setError(fault.name, { message: fault.message })
      // Somebody may have archived the client meanwhile.
      const reason = serverMessage('WRONG_STATE')(error) ?? 'The changes could not be saved. Please try again.'
      onRefused(known.length > 0 ? null : reason)
    },
    // The stored record of a conflict holds masks.
    complete: (record) => revealRecord(record, fields),
    question: 'Someone else changed this client',
  })
}

/** Says that a save failed after the page was left. After the end of a login, the draft is still there. */
async function reportLost(name: string, error: Error): Promise<void> {
  if (readRefusal(error)?.status === 401) return
  await alert(`${name} could not be saved, and the page was left. Please enter it again.`)
}

/** The warning of a field that was edited alone: Enter saves it before its control can show one. */
function fieldWarnings(fields: readonly RecordField[], draft: Draft): string[] {
  const [field, ...others] = fields
  if (field === undefined || others.length > 0) return []
  const warning = softWarning(field, draft[field.name] ?? '', today())
  return warning === undefined ? [] : [warning]
}

interface Saved {
  readonly before: Draft
  readonly after: ClientRecord
  /** The fields that this save changed. The others may hold a colleague's newer values. */
  readonly changed: readonly RecordField[]
  readonly maySee: boolean
}

/** Gives the changed fields of an edit their former values, unless somebody has changed them since. */
async function undoSave(queryClient: QueryClient, { before, after, changed, maySee }: Saved): Promise<void> {
  try {
    const values = mergeDraft(after, changed, before, maySee)
    await updateClient(after, values)
    await refetchClients(queryClient)
    showToast({ text: 'The change was undone.' })
  } catch (error) {
    // Their value shows behind the alert.
    void refetchClients(queryClient)
    const explain = onConflict('Someone else has changed this since. It was not undone.')
    await alertRefusal('The change could not be undone. Please try again.', error, explain)
  }
}

/** The result of a react-hook-form resolver. */
function resolved(draft: Draft, faults: ReturnType<typeof draftFaults>) {
  return Object.keys(faults).length === 0 ? { values: draft, errors: {} } : { values: {}, errors: faults }
}
