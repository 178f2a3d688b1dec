import { AgencySettings, agencyApi, type UpdateAgency } from '@agency/contract/agency'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { Check } from 'typebox/value'
import { call } from '../../shared/call'
import { type DraftField, useConflictSave } from '../../shared/conflicts/use-conflict-save'
import { Field } from '../../shared/controls/field'
import { fieldErrors } from '../../shared/controls/field-errors'
import { FormError } from '../../shared/controls/form-error'
import { usePageGuard } from '../../shared/dialogs/discard-guard'
import { serverMessage } from '../../shared/dialogs/save-dialog'
import { paths } from '../../shared/paths'
import { persistEdit } from '../../shared/persist-draft'
import { Button } from '../../shared/shared-ui'
import { showToast } from '../../shared/toasts/toasts'
import styles from './agency-page.module.css'
import { useShowChange } from './agency-queries'
import { contrastWithWhite, isColor, neededContrast } from './contrast'

const names = ['name', 'phone', 'website', 'address', 'color', 'sender_name', 'sender_address'] as const
type Name = (typeof names)[number]
type AgencyDraft = Record<Name, string>

const labels: Readonly<Record<Name, string>> = {
  name: 'Name',
  phone: 'Phone',
  website: 'Web site',
  address: 'Postal address',
  color: 'Color',
  sender_name: 'Sender’s name',
  sender_address: 'Sender’s email address',
}
const fields: readonly DraftField<AgencyDraft>[] = names.map((name) => ({ name, label: labels[name] }))

const draftOf = (settings: AgencySettings): AgencyDraft => ({
  name: settings.name ?? '',
  phone: settings.phone ?? '',
  website: settings.website ?? '',
  address: settings.address ?? '',
  color: settings.color ?? '',
  sender_name: settings.sender_name ?? '',
  sender_address: settings.sender_address ?? '',
})

/** Only what differs is sent, so that a field which is still empty refuses no other one. */
function changesOf(draft: AgencyDraft, base: AgencySettings): UpdateAgency {
  const before = draftOf(base)
  return Object.fromEntries(names.filter((name) => draft[name] !== before[name]).map((name) => [name, draft[name]]))
}

const useEdit = persistEdit(draftOf)

export function AgencyForm({ settings }: { readonly settings: AgencySettings }) {
  const edit = useEdit('agency', settings)
  const { form } = edit
  const { isDirty } = form.formState
  const showChange = useShowChange()
  const save = useConflictSave({
    isItem: (value) => Check(AgencySettings, value),
    edit,
    fields,
    save: async (draft, base) => {
      const saved = await call(agencyApi.update, { body: changesOf(draft, base), version: base.version })
      edit.rebase(saved)
      form.reset(draftOf(saved))
    },
    onSaved: () => {
      showToast({ text: 'Saved. Clients see it from now on.' })
      void showChange()
    },
    failure: (error) => {
      const wrong = fieldErrors(error, names)
      for (const { name, message } of wrong) form.setError(name, { message: `${labels[name]} ${message}.` })
      return wrong.length > 0 ? null : (serverMessage()(error) ?? 'The agency could not be saved. Please try again.')
    },
    question: 'Someone else changed the agency',
  })
  const navigate = useNavigate()
  usePageGuard(isDirty && !save.busy, () => navigate(paths.manage))
  return (
    <form className={`card ${styles.card}`} onSubmit={save.onSubmit} noValidate>
      <FormError text={save.modal.error} />
      <AgencyFields form={form} />
      <div className={styles.actions}>
        <Button type="submit" busy={save.busy}>
          Save
        </Button>
      </div>
      {save.conflict}
    </form>
  )
}

const hints: Partial<Record<Name, string>> = {
  name: 'As clients know you. It is in messages, in their consent and on certificates.',
  phone: 'Clients call it with questions.',
  website: 'Where clients are led from the portal.',
  address: 'One line, at the end of emails.',
  color: 'Of buttons and links: picked, or typed as # and six digits. Empty: the product’s own.',
  sender_address: 'Your mail server must allow it.',
}
const types: Partial<Record<Name, string>> = { phone: 'tel', website: 'url', sender_address: 'email' }
const lengths: Partial<Record<Name, number>> = { website: 500, address: 200, color: 7, phone: 40, sender_address: 254 }

function AgencyFields({ form }: { readonly form: UseFormReturn<AgencyDraft> }) {
  const { register, watch, formState } = form
  const color = watch('color').trim()
  return (
    <>
      <div className="field-grid">
        {names.map((name) => (
          <Field key={name} label={labels[name]} hint={hints[name]} error={formState.errors[name]?.message}>
            {(ties) => {
              const input = (
                <input
                  {...ties}
                  {...register(name)}
                  type={types[name] ?? 'text'}
                  maxLength={lengths[name] ?? 100}
                  autoComplete="off"
                  spellCheck={false}
                />
              )
              if (name !== 'color') return input
              return (
                <div className={styles.color}>
                  {input}
                  <ColorPicker
                    color={color}
                    onPick={(picked) => form.setValue('color', picked, { shouldDirty: true, shouldValidate: true })}
                  />
                </div>
              )
            }}
          </Field>
        ))}
      </div>
      <ColorPreview color={color} refused={formState.errors.color !== undefined} />
    </>
  )
}

interface ColorPickerProps {
  readonly color: string
  readonly onPick: (color: string) => void
}

/** White as long as no color is typed: the browser shows black otherwise. */
function ColorPicker({ color, onPick }: ColorPickerProps) {
  return (
    <input
      type="color"
      aria-label="Color picker"
      value={isColor(color) ? color.toLowerCase() : '#ffffff'}
      onChange={({ target }) => onPick(target.value)}
    />
  )
}

interface ColorPreviewProps {
  readonly color: string
  /** Whether the field says what is wrong with it. */
  readonly refused: boolean
}

/** A sample of white text on the colour, and whether it can be read. */
function ColorPreview({ color, refused }: ColorPreviewProps) {
  const contrast = contrastWithWhite(color)
  if (contrast === null) return null
  const measured = Math.floor(contrast * 10) / 10
  return (
    <div className={styles.preview} role="status">
      <span
        className={styles.swatch}
        aria-hidden="true"
        ref={(element) => element?.style.setProperty('background', color)}
      >
        Sample
      </span>
      {!refused &&
        (contrast >= neededContrast
          ? `White text on it can be read: its contrast is ${measured}:1.`
          : `White text on it can't be read well: its contrast is ${measured}:1, and ${neededContrast}:1 is needed. Choose a darker color.`)}
    </div>
  )
}
