import {
  isRevealReasonCode,
  longestRevealDetails,
  type RevealReason,
  revealReasons,
} from '@agency/contract/reveal-reasons'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Field } from '../controls/field'
import { FormModal } from '../dialogs/form-modal'
import { useRevealReason } from './reveal-reason'

export function RevealReasonDialog() {
  const asked = useRevealReason((state) => state.asked)
  useEffect(() => () => useRevealReason.getState().asked?.answer(null), [])
  return asked === null ? null : <ReasonForm key={asked.clientId} onAnswer={asked.answer} />
}

interface Typed {
  readonly code: string
  readonly details: string
}

function ReasonForm({ onAnswer }: { readonly onAnswer: (reason: RevealReason | null) => void }) {
  const { register, handleSubmit, watch, formState } = useForm<Typed>({ defaultValues: { code: '', details: '' } })
  const { errors } = formState
  const isOther = watch('code') === 'other'
  return (
    <FormModal
      title="Why do you need this?"
      description="Your reason is saved in Activity. You won’t be asked for the same again for 15 minutes."
      size="small"
      dirty={false}
      busy={false}
      saveLabel="Continue"
      onSubmit={handleSubmit(({ code, details }) => {
        if (isRevealReasonCode(code)) onAnswer({ code, details: details.trim() })
      })}
      onClose={() => onAnswer(null)}
    >
      <Field label="Reason" error={errors.code?.message}>
        {(ties) => (
          <select {...ties} {...register('code', { validate: (code) => code !== '' || 'Choose a reason.' })}>
            <option value="">Choose a reason</option>
            {Object.entries(revealReasons).map(([code, label]) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={isOther ? 'Details' : 'Details (optional)'}
        hint="Don’t enter personal data, such as numbers or health details."
        error={errors.details?.message}
      >
        {(ties) => (
          <input
            {...ties}
            {...register('details', {
              validate: (details, { code }) =>
                code !== 'other' || details.trim() !== '' || 'Say in a few words what the reason is.',
            })}
            type="text"
            autoComplete="off"
            maxLength={longestRevealDetails}
          />
        )}
      </Field>
    </FormModal>
  )
}
