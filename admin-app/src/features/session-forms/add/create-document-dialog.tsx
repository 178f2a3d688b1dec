import type { GlobalForm } from '@agency/contract/global-forms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { globalFormsQuery } from '../../../shared/global-forms-query'
import { explainRefusal } from '../../../shared/new-form/explain-refusal'
import { emptyForm, type NewForm } from '../../../shared/new-form/new-form'
import { createGlobalForm, wordsOf } from '../../../shared/new-form/new-form-api'
import { NewFormDialog } from '../../../shared/new-form/new-form-dialog'
import { persistDraft, persistState } from '../../../shared/persist-draft'
import { attachForm, createForClient } from '../session-forms-api'
import { useRefreshSession } from '../use-refresh-session'
import { type Scope, ScopeField } from './scope-field'

interface CreateDocumentDialogProps {
  readonly sessionId: string
  /** The place in the session's order that it gets. */
  readonly orderIndex: number
  readonly onClose: () => void
}

const useDraft = persistDraft<NewForm>()
const useScope = persistState<Scope>()

/** Makes a document and attaches it to the session, for this client alone or by way of the library. */
export function CreateDocumentDialog({ sessionId, orderIndex, onClose }: CreateDocumentDialogProps) {
  const form = useDraft(sessionId, { defaultValues: emptyForm })
  const [scope, setScope] = useScope(sessionId, 'client')
  const [progress, setProgress] = useState(0)
  const create = useCreateDocument({ form, sessionId, orderIndex, onProgress: setProgress, onClose })
  return (
    <NewFormDialog
      title="Create New Document"
      form={form}
      busy={create.isPending}
      progress={progress}
      onSave={(values) => create.mutate({ values, scope })}
      onClose={onClose}
    >
      <ScopeField scope={scope} onChange={setScope} />
    </NewFormDialog>
  )
}

interface Creation {
  readonly form: UseFormReturn<NewForm>
  readonly sessionId: string
  readonly orderIndex: number
  readonly onProgress: (fraction: number) => void
  readonly onClose: () => void
}

function useCreateDocument({ form, sessionId, orderIndex, onProgress, onClose }: Creation) {
  const queryClient = useQueryClient()
  const refresh = useRefreshSession(sessionId)
  // In the library already, should attaching it have failed: a second try must not put it there twice.
  const inLibrary = useRef<{ readonly of: NewForm; readonly form: GlobalForm } | null>(null)
  return useMutation({
    mutationFn: async ({ values, scope }: { values: NewForm; scope: Scope }) => {
      if (scope === 'client') return createForClient(sessionId, values, orderIndex, onProgress)
      if (inLibrary.current === null || !sameContent(inLibrary.current.of, values))
        inLibrary.current = { of: values, form: await createGlobalForm(values, onProgress) }
      return attachForm(sessionId, { ...inLibrary.current.form, ...wordsOf(values) }, orderIndex)
    },
    onMutate: () => onProgress(0),
    onSuccess: onClose,
    onError: (error) => explainRefusal(error, form, 'Failed to save form. See console for details.'),
    onSettled: async () => {
      await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: globalFormsQuery.queryKey })])
    },
  })
}

const sameContent = (a: NewForm, b: NewForm): boolean =>
  a.kind === b.kind && a.file === b.file && a.source === b.source && a.requiresSignature === b.requiresSignature
