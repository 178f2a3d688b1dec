import { type ClientRecord, clientApi } from '@agency/contract/clients'
import { phoneWarning } from '@agency/contract/phone'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '../../../shared/call'
import { Field } from '../../../shared/controls/field'
import { useAfterPress } from '../../../shared/controls/use-after-press'
import { DateField } from '../../../shared/dates/date-field'
import { today } from '../../../shared/dates/today'
import { confirm } from '../../../shared/dialogs/dialogs'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { type DialogRequest, requestState } from '../../../shared/dialogs/requested-dialog'
import { useSaveDialog } from '../../../shared/dialogs/save-dialog'
import { clientName } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import { persistDraft } from '../../../shared/persist-draft'
import { usePermission } from '../../../shared/use-permission'
import { type NewClient, refetchClients } from '../client-queries'
import { birthWarning } from '../edit/soft-checks'
import styles from './add-client-dialog.module.css'
import { ClientBasicsFields, saveFailure } from './client-dialog'
import { confirmDouble, DuplicateWarning } from './duplicate-warning'

const blank: NewClient = {
  client_first_name: '',
  client_last_name: '',
  primary_email: '',
  primary_phone: '',
  dob: '',
}

const useDraft = persistDraft<NewClient>()

const hasNoName = ({ client_first_name, client_last_name }: NewClient): boolean =>
  `${client_first_name}${client_last_name}`.trim() === ''

const askWithoutName = () => confirm('Add a client without a name?', { confirmLabel: 'Add' })

/** Shift+Enter adds one and keeps the dialog open. Nothing is required; likely duplicates are named. */
export function AddClientDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useDraft('new', { defaultValues: blank })
  const [added, setAdded] = useState<ClientRecord | null>(null)
  const { reset, setFocus, control, register, watch } = form
  const isPhoneLeft = useAfterPress(form.formState.touchedFields.primary_phone === true)
  // Once the emptied form has rendered: until then its fields are not registered.
  useEffect(() => {
    if (added !== null) setFocus('client_first_name')
  }, [added, setFocus])
  const mayStart = usePermission('sessions.write')
  const open = (id: string, dialog?: DialogRequest) => {
    onClose()
    navigate(paths.client(id), { state: dialog && requestState(dialog) })
  }
  const addition = {
    form,
    save: async ({ primary_phone, dob, ...basics }: NewClient) => {
      const body = { ...basics, ...(primary_phone !== '' && { primary_phone }), ...(dob !== '' && { dob }) }
      const record = await call(clientApi.create, { body })
      await refetchClients(queryClient)
      return record
    },
    ...saveFailure,
    confirm: (client: NewClient) => (hasNoName(client) ? askWithoutName() : confirmDouble(queryClient, client)),
  }
  const adding = useSaveDialog({ ...addition, onSaved: ({ id }) => open(id) })
  const starting = useSaveDialog({ ...addition, onSaved: ({ id }) => open(id, { name: 'start-session' }) })
  const addingMore = useSaveDialog({
    ...addition,
    onSaved: (record) => {
      reset(blank)
      setAdded(record)
    },
  })
  return (
    <FormModal
      title="Add Client"
      {...adding}
      busy={adding.busy || starting.busy || addingMore.busy}
      otherSave={mayStart ? { label: 'Save and start session', onSubmit: starting.onSubmit } : undefined}
      onShiftEnter={addingMore.onSubmit}
      round={added?.id}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <ClientBasicsFields register={register} />
        <Field label="Phone" warning={(isPhoneLeft && phoneWarning(watch('primary_phone'))) || null}>
          {(ties) => <input {...ties} type="tel" autoComplete="off" {...register('primary_phone')} />}
        </Field>
        <details className={styles.more}>
          <summary>Date of birth</summary>
          <DateField
            control={control}
            name="dob"
            label="Date of Birth"
            warningOf={(date) => birthWarning(date, today())}
          />
        </details>
        <DuplicateWarning
          typed={watch()}
          // The dialog asks before a link leaves what was typed.
          onOpen={open}
        />
      </div>
      <p className={styles.hint} role="status">
        {added !== null && <strong>{`${clientName(added) || 'The client'} was added. `}</strong>}
        <span className={styles.keys}>
          <kbd>Shift</kbd> + <kbd>Enter</kbd> saves and keeps adding.
        </span>
      </p>
    </FormModal>
  )
}
