import { FormPreset, presetApi } from '@agency/contract/form-presets'
import type { SessionType } from '@agency/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'typebox/value'
import { call } from '../../shared/call'
import { type DraftField, useConflictSave } from '../../shared/conflicts/use-conflict-save'
import { Field } from '../../shared/controls/field'
import { FormModal } from '../../shared/dialogs/form-modal'
import { FormPicker } from '../../shared/form-picker/form-picker'
import { counted } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { globalFormsQuery } from '../../shared/new-form/create-form'
import { persistEdit } from '../../shared/persist-draft'
import { SessionTypeField } from '../../shared/session-type/session-type-field'
import { useRefreshForms } from './form-actions'

interface PresetDraft {
  readonly name: string
  readonly session_type: SessionType | ''
  readonly form_ids: string[]
}

const fields: readonly DraftField<PresetDraft>[] = [
  { name: 'name', label: 'Name' },
  { name: 'session_type', label: 'Session type' },
  { name: 'form_ids', label: 'Forms', text: ({ form_ids }) => counted(form_ids.length, 'form') },
]

const draftOf = (preset: FormPreset | null): PresetDraft => ({
  name: preset?.name ?? '',
  session_type: preset?.session_type ?? '',
  form_ids: [...(preset?.form_ids ?? [])],
})

const useEdit = persistEdit(draftOf)

interface PresetDialogProps {
  /** Null adds a preset. */
  readonly preset: FormPreset | null
  readonly onClose: () => void
}

export function PresetDialog({ preset, onClose }: PresetDialogProps) {
  const edit = useEdit(preset?.id ?? 'new', preset)
  const { register, formState, watch, setValue } = edit.form
  const { data: forms, isError, refetch } = useQuery(globalFormsQuery)
  const refresh = useRefreshForms()
  const save = useConflictSave({
    isItem: (value): value is FormPreset | null => Check(FormPreset, value),
    edit,
    fields,
    save: async ({ name, session_type, form_ids }, base) => {
      const body = { name: name.trim(), session_type: session_type || null, form_ids }
      await (base === null
        ? call(presetApi.create, { body })
        : call(presetApi.update, { params: { id: base.id }, version: base.version, body }))
      await refresh()
    },
    onSaved: onClose,
    failure: 'The preset could not be saved. Please try again.',
    alerts: true,
    names: ['name'],
    question: 'Someone else changed this preset',
  })
  const chosen = watch('form_ids')
  const toggle = (id: string) =>
    setValue('form_ids', chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id], {
      shouldDirty: true,
    })
  if (save.conflict !== null) return save.conflict
  return (
    <FormModal
      title={preset === null ? 'Add Preset' : 'Edit Preset'}
      {...save.modal}
      saveDisabled={chosen.length === 0}
      onClose={onClose}
    >
      <div className="field-grid">
        <Field label="Name" error={formState.errors.name?.message}>
          {(ties) => (
            <input
              {...ties}
              {...register('name', { validate: (typed) => typed.trim() !== '' || 'Enter a name.' })}
              maxLength={200}
              autoComplete="off"
            />
          )}
        </Field>
        <SessionTypeField control={register('session_type')} noType="every type" />
      </div>
      {forms === undefined && isError && <LoadFailure message="The forms could not be loaded." retry={refetch} />}
      {forms === undefined && !isError && <Loading label="Loading forms..." />}
      {forms !== undefined && <FormPicker forms={forms} chosen={new Set(chosen)} onToggle={({ id }) => toggle(id)} />}
    </FormModal>
  )
}
