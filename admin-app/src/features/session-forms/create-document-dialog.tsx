import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GlobalForm } from 'contract/global-forms'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FormModal } from '../../shared/form-modal'
import { globalFormsQuery } from '../../shared/global-forms-query'
import { keptForm, keptState } from '../../shared/kept-state'
import { explainRefusal } from '../../shared/new-form/explain-refusal'
import { emptyForm, losesWork, type NewForm } from '../../shared/new-form/new-form'
import { createGlobalForm, wordsOf } from '../../shared/new-form/new-form-api'
import { KindField, NewFormFields } from '../../shared/new-form/new-form-fields'
import { TemplateNote } from '../../shared/new-form/template-note'
import { UploadProgress } from '../../shared/new-form/upload-progress'
import { useNewFormRules } from '../../shared/new-form/use-new-form-rules'
import { type Scope, ScopeField } from './scope-field'
import { attachForm, createForClient } from './session-forms-api'
import { useRefreshSession } from './use-refresh-session'

const title = 'Create New Document'

interface CreateDocumentDialogProps {
  readonly sessionId: string
  /** The place in the session's order that it gets. */
  readonly orderIndex: number
  readonly onClose: () => void
}

const useDraft = keptForm<NewForm>()
const useScope = keptState<Scope>()

/** Makes a document and attaches it to the session, for this client alone or by way of the library. */
export function CreateDocumentDialog({ sessionId, orderIndex, onClose }: CreateDocumentDialogProps) {
  const form = useDraft(sessionId, { defaultValues: emptyForm })
  const rules = useNewFormRules(form)
  const [scope, setScope] = useScope(sessionId, 'client')
  const [progress, setProgress] = useState(0)
  const queryClient = useQueryClient()
  const create = useCreateDocument({ form, sessionId, orderIndex, onProgress: setProgress, onClose })
  if (form.watch('kind') === 'docusign') {
    const refreshAndClose = () => {
      void queryClient.invalidateQueries({ queryKey: globalFormsQuery.queryKey })
      onClose()
    }
    return (
      <TemplateNote title={title} dirty={losesWork(form)} onClose={onClose} onRefresh={refreshAndClose}>
        <KindField form={form} />
      </TemplateNote>
    )
  }
  return (
    <FormModal
      title={title}
      dirty={losesWork(form)}
      busy={create.isPending}
      saveDisabled={rules.incomplete}
      onSubmit={form.handleSubmit(async (values) => {
        await rules.warn(values)
        create.mutate({ values, scope })
      })}
      onClose={onClose}
    >
      <KindField form={form} />
      <ScopeField scope={scope} onChange={setScope} />
      <NewFormFields form={form} />
      {create.isPending && form.watch('file') !== null && <UploadProgress fraction={progress} />}
    </FormModal>
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
