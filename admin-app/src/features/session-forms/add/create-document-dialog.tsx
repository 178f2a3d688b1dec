import type { GlobalForm } from '@agency/contract/global-forms'
import type { SessionForm } from '@agency/contract/session-forms'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSaveDialog } from '../../../shared/dialogs/save-dialog'
import { attachForm, createForClient } from '../../../shared/new-form/attach-form'
import { createGlobalForm, globalFormsQuery, textFieldsOf, whenChecked } from '../../../shared/new-form/create-form'
import { emptyForm, formOfFile, type NewForm, showNewFormErrors } from '../../../shared/new-form/new-form'
import { NewFormDialog } from '../../../shared/new-form/new-form-dialog'
import { persistDraft, persistState } from '../../../shared/persist-draft'
import { useRefreshSession } from '../session-form-state'

/** Whether a new document is kept for this session's client alone, or in the library too. */
type Scope = 'client' | 'global'

interface CreateDocumentDialogProps {
  readonly sessionId: string
  /** The document's position in the session's order. */
  readonly orderIndex: number
  readonly file: File | null
  /** @param isOwn whether it is kept for this client alone; `places`: whether its fields are placed next */
  readonly onAdded: (added: SessionForm, isOwn: boolean, places: boolean) => void
  readonly onClose: () => void
}

const useDraft = persistDraft<NewForm>({ password: null })
const useScope = persistState<Scope>()

/** Creates a document and attaches it to the session, for this client alone or through the library. */
export function CreateDocumentDialog({ sessionId, orderIndex, file, onAdded, onClose }: CreateDocumentDialogProps) {
  const form = useDraft(sessionId, { defaultValues: file === null ? emptyForm : formOfFile(file) })
  const [scope, setScope] = useScope(sessionId, 'client')
  const [progress, setProgress] = useState(0)
  const placesFields = useRef(false)
  const queryClient = useQueryClient()
  const refresh = useRefreshSession(sessionId)
  // The form that was added to the library before attaching it failed: a retry must not add it twice.
  const inLibrary = useRef<{ readonly of: NewForm; readonly form: GlobalForm } | null>(null)
  const create = async (values: NewForm) => {
    setProgress(0)
    if (scope === 'client') return createForClient(sessionId, values, orderIndex, setProgress)
    if (inLibrary.current === null || !sameContent(inLibrary.current.of, values))
      inLibrary.current = { of: values, form: await createGlobalForm(values, setProgress) }
    const added = await whenChecked(inLibrary.current.form).catch((error: unknown) => {
      // The form was deleted from the library, so a retry has to add it again.
      inLibrary.current = null
      throw error
    })
    return attachForm(sessionId, { ...added, ...textFieldsOf(values) }, orderIndex)
  }
  const refetch = () => Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: globalFormsQuery.queryKey })])
  const modal = useSaveDialog({
    form,
    save: (values) => create(values).finally(refetch),
    onSaved: (added) => onAdded(added, scope === 'client', placesFields.current && added.has_file),
    failure: (error) => showNewFormErrors(error, form, 'Failed to save form. See console for details.'),
  })
  return (
    <NewFormDialog
      title="Create New Document"
      form={form}
      modal={modal}
      placesFields={scope === 'client' ? placesFields : null}
      progress={progress}
      onClose={onClose}
    >
      <ScopeField scope={scope} onChange={setScope} />
    </NewFormDialog>
  )
}

const scopes = [
  { value: 'client', label: 'For This Client Only' },
  { value: 'global', label: 'Global Template' },
] as const

interface ScopeFieldProps {
  readonly scope: Scope
  readonly onChange: (scope: Scope) => void
}

function ScopeField({ scope, onChange }: ScopeFieldProps) {
  return (
    <fieldset>
      <legend>Save As</legend>
      {scopes.map(({ value, label }) => (
        <label key={value} className="choice">
          <input type="radio" name="scope" checked={scope === value} onChange={() => onChange(value)} /> {label}
        </label>
      ))}
    </fieldset>
  )
}

const sameContent = (a: NewForm, b: NewForm): boolean =>
  a.kind === b.kind &&
  a.file === b.file &&
  a.source === b.source &&
  a.requiresSignature === b.requiresSignature &&
  a.reading === b.reading
