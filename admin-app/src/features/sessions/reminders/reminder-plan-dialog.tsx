import { type ReminderPlan, SessionReminders } from '@agency/contract/session-reminders'
import type { Session } from '@agency/contract/sessions'
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'typebox/value'
import { type DraftField, useConflictSave } from '../../../shared/conflicts/use-conflict-save'
import { Field } from '../../../shared/controls/field'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { persistEdit } from '../../../shared/persist-draft'
import { Button } from '../../../shared/shared-ui'
import { planText, readDays } from './plan-text'
import { remindersKey, updateReminders } from './reminder-queries'

/** As it is typed. */
interface PlanDraft {
  readonly days: string
  readonly repeat_days: string
  readonly most: string
}

const fields: readonly DraftField<PlanDraft>[] = [
  { name: 'days', label: 'Days after sending' },
  { name: 'repeat_days', label: 'Then every … days' },
  { name: 'most', label: 'At most' },
]

const typed = ({ days, repeat_days, most }: ReminderPlan): PlanDraft => ({
  days: days.join(', '),
  repeat_days: String(repeat_days),
  most: String(most),
})
const useEdit = persistEdit((reminders: SessionReminders) => typed(reminders.plan ?? reminders.default_plan))

const planOf = (draft: PlanDraft): ReminderPlan => ({
  days: readDays(draft.days) ?? [],
  repeat_days: Number(draft.repeat_days),
  most: Number(draft.most),
})

interface ReminderPlanDialogProps {
  readonly session: Session
  readonly reminders: SessionReminders
  readonly onClose: () => void
}

export function ReminderPlanDialog({ session, reminders, onClose }: ReminderPlanDialogProps) {
  const edit = useEdit(session.id, reminders)
  const { register, setValue, formState } = edit.form
  const { errors } = formState
  const queryClient = useQueryClient()
  const standard = reminders.default_plan
  const save = useConflictSave({
    isItem: (value) => Check(SessionReminders, value),
    edit,
    fields,
    save: async (draft, base) => {
      const plan = planOf(draft)
      const isDefault = JSON.stringify(typed(plan)) === JSON.stringify(typed(standard))
      await updateReminders(session.session_code, base, { plan: isDefault ? null : plan })
      await queryClient.invalidateQueries({ queryKey: remindersKey(session.session_code) })
    },
    onSaved: onClose,
    failure: 'The reminders could not be saved. Please try again.',
    question: 'Someone else changed these reminders',
  })
  if (save.conflict !== null) return save.conflict
  const within = (most: number) => (text: string) =>
    (/^\d+$/.test(text.trim()) && Number(text) <= most) || `Enter a number from 0 to ${most}.`
  return (
    <FormModal
      title="Change reminders"
      description="Reminders go out at 10:00 AM in the client’s time zone, never at night."
      {...save.modal}
      onClose={onClose}
      actions={
        <Button
          variant="secondary"
          onClick={() => {
            const values = typed(standard)
            for (const { name } of fields) setValue(name, values[name], { shouldDirty: true, shouldValidate: true })
          }}
        >
          Use agency default
        </Button>
      }
    >
      <Field label="Days after sending" hint="Separate days with commas: 3, 7." error={errors.days?.message}>
        {(ties) => (
          <input
            {...ties}
            {...register('days', {
              validate: (text) => readDays(text) !== undefined || 'Enter days from 1 to 365, in rising order: 3, 7.',
            })}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="field-grid">
        <Field label="Then every (days)" hint="0 sends none after those days." error={errors.repeat_days?.message}>
          {(ties) => (
            <input
              {...ties}
              {...register('repeat_days', { validate: within(90) })}
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </Field>
        <Field
          label="At most (reminders)"
          hint="Not counting the message on the last day."
          error={errors.most?.message}
        >
          {(ties) => (
            <input {...ties} {...register('most', { validate: within(50) })} inputMode="numeric" autoComplete="off" />
          )}
        </Field>
      </div>
      <p className="field-hint">Agency default: {planText(standard)}</p>
    </FormModal>
  )
}
