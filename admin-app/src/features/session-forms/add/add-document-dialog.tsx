import { type CreateFormPreset, type FormPreset, presetApi } from '@agency/contract/form-presets'
import type { GlobalForm } from '@agency/contract/global-forms'
import type { SessionForm } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../../shared/call'
import { capabilitiesQuery } from '../../../shared/capabilities'
import { alert, alertFailure, prompt } from '../../../shared/dialogs/dialogs'
import { closeUnlessDirty } from '../../../shared/dialogs/discard-guard'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { FormPicker } from '../../../shared/form-picker/form-picker'
import { formPresetsQuery, presetsFor } from '../../../shared/form-picker/form-presets'
import { counted } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { attachForm } from '../../../shared/new-form/attach-form'
import { globalFormsQuery } from '../../../shared/new-form/create-form'
import { isPdf } from '../../../shared/new-form/pdf-chooser'
import { persistState } from '../../../shared/persist-draft'
import { Button } from '../../../shared/shared-ui'
import { useRefreshSession } from '../session-form-state'
import { nextOrderIndex } from '../table/form-order'
import styles from './add-document-dialog.module.css'

interface AddDocumentDialogProps {
  readonly session: Session
  readonly attached: readonly SessionForm[]
  /** The declined document whose place the added ones take. */
  readonly replaced: SessionForm | undefined
  /** Called when the person wants to create a new form. */
  readonly onCreate: () => void
  /** Called with a PDF of the person's own. */
  readonly onUpload: (file: File) => void
  readonly onAdded: (added: readonly SessionForm[]) => void
  readonly onClose: () => void
}

const useChosen = persistState<readonly GlobalForm[]>()

/** Attaches forms of the library to a session, one by one or all those of a preset. */
export function AddDocumentDialog(props: AddDocumentDialogProps) {
  const { session, attached, replaced, onCreate, onUpload, onAdded, onClose } = props
  const { data: forms, isError, refetch } = useQuery(globalFormsQuery)
  const { data: presets = [], isPending: awaitsPresets } = useQuery(formPresetsQuery)
  const [chosen, setChosen] = useChosen(session.id, [])
  const attach = useAttachForms(session.id, attached, setChosen, onAdded)
  const has = (form: GlobalForm) => attached.some(({ form_id }) => form_id === form.id)
  const toggle = (form: GlobalForm) =>
    setChosen(chosen.some(({ id }) => id === form.id) ? chosen.filter(({ id }) => id !== form.id) : [...chosen, form])
  const choose = ({ form_ids }: FormPreset) => {
    const added = form_ids.flatMap((id) => forms?.find((form) => form.id === id) ?? [])
    setChosen([...chosen, ...added.filter((form) => !chosen.some(({ id }) => id === form.id) && !has(form))])
  }
  return (
    <FormModal
      title={replaced === undefined ? 'Add Document' : 'Replace Document'}
      description={
        replaced === undefined
          ? 'Select From Existing'
          : `“${replaced.title || 'Untitled'}” is withdrawn when the other is added. No message tells the client: remind them after that.`
      }
      dirty={chosen.length > 0}
      busy={attach.isPending}
      saveLabel="Use Selected"
      busyLabel="Adding..."
      saveDisabled={chosen.length === 0}
      onSubmit={() => attach.mutate(chosen)}
      onClose={onClose}
    >
      <div className={styles.ways}>
        <UploadPdf
          onChoose={(file) => void closeUnlessDirty(chosen.length > 0 && !attach.isPending, () => onUpload(file))}
        />
        <button
          type="button"
          className={`link-button ${styles.create}`}
          onClick={() => void closeUnlessDirty(chosen.length > 0 && !attach.isPending, onCreate)}
        >
          Create New Form
        </button>
        {chosen.length > 0 && <SavePreset session={session} chosen={chosen} />}
      </div>
      {isError && <LoadFailure message="The forms could not be loaded." retry={refetch} />}
      {(forms === undefined || awaitsPresets) && !isError && <Loading label="Loading forms..." />}
      {/* Presets that came after the forms would push the check boxes down, and the wrong form would be ticked. */}
      {forms !== undefined && !awaitsPresets && (
        <>
          <Presets offered={presetsFor(presets, session.session_type)} onChoose={choose} />
          <FormPicker
            forms={forms}
            chosen={new Set(chosen.map(({ id }) => id))}
            onToggle={toggle}
            noteOf={(form) => (has(form) ? 'already in this session' : null)}
          />
        </>
      )}
    </FormModal>
  )
}

/** Chooses a PDF that is not in the library. Not shown where the deployment can't store PDFs. */
export function UploadPdf({ onChoose }: { readonly onChoose: (file: File) => void }) {
  const canUpload = useQuery(capabilitiesQuery()).data?.pdf_upload ?? true
  const input = useRef<HTMLInputElement>(null)
  const take = async (control: HTMLInputElement) => {
    const file = control.files?.[0]
    // Emptying the control lets the same file be chosen again.
    control.value = ''
    if (file === undefined) return
    if (isPdf(file)) onChoose(file)
    else await alert('Only PDF files can be uploaded here.')
  }
  if (!canUpload) return null
  return (
    <>
      <button type="button" className={`link-button ${styles.create}`} onClick={() => input.current?.click()}>
        Upload a PDF
      </button>
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        aria-label="PDF to upload"
        hidden
        onChange={({ target }) => void take(target)}
      />
    </>
  )
}

interface PresetsProps {
  /** The presets for the session's type. */
  readonly offered: readonly FormPreset[]
  readonly onChoose: (preset: FormPreset) => void
}

/** One press selects all forms of a preset. */
function Presets({ offered, onChoose }: PresetsProps) {
  if (offered.length === 0) return null
  return (
    <fieldset className={styles.presets}>
      <legend>Presets: named lists of forms</legend>
      {offered.map((preset) => (
        <Button key={preset.id} variant="secondary" onClick={() => onChoose(preset)}>
          {preset.name} · {counted(preset.form_ids.length, 'form')}
        </Button>
      ))}
    </fieldset>
  )
}

/** Saves the selected forms as a preset for sessions of this type. */
function SavePreset({ session, chosen }: { readonly session: Session; readonly chosen: readonly GlobalForm[] }) {
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: (body: CreateFormPreset) => call(presetApi.create, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: formPresetsQuery.queryKey }),
    onError: (error) => alertFailure('The preset could not be saved. Please try again.', error),
  })
  const ask = async () => {
    const name = await prompt(`Name of the preset for ${session.session_type} sessions`, { title: 'Save as preset' })
    if (name === null || name.trim() === '') return
    const form_ids = chosen.map(({ id }) => id)
    create.mutate({ name: name.trim().slice(0, 200), session_type: session.session_type, form_ids })
  }
  return (
    <button
      type="button"
      className={`link-button ${styles.create}`}
      title="Keeps the selected forms as a named list, to be added to other sessions in one step"
      onClick={() => void ask()}
    >
      Save as preset
    </button>
  )
}

/** Attaches the forms in sequence, in the order in which they were chosen. After a failure the rest stays chosen. */
function useAttachForms(
  sessionId: string,
  attached: readonly SessionForm[],
  keepChosen: (forms: readonly GlobalForm[]) => void,
  onAdded: (added: readonly SessionForm[]) => void,
) {
  const refresh = useRefreshSession(sessionId)
  return useMutation({
    mutationFn: async (forms: readonly GlobalForm[]) => {
      const next = nextOrderIndex(attached)
      const added: SessionForm[] = []
      for (const [index, form] of forms.entries()) {
        keepChosen(forms.slice(index))
        added.push(await attachForm(sessionId, form, next + index))
      }
      return added
    },
    onSuccess: onAdded,
    onError: (error) => alertFailure('Failed to save form. See console for details.', error),
    onSettled: refresh,
  })
}
