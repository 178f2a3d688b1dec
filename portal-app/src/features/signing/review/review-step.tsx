import type { SessionForm } from '@agency/contract/session-forms'
import { useState } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { LoadProblem } from '../../../shared/problem-notice.tsx'
import { isAdopted, isInHand } from '../fields/displayed-field.ts'
import { FieldEditor } from '../fields/field-editor.tsx'
import { FieldProgress, NextField } from '../fields/field-progress.tsx'
import { PageFields } from '../fields/page-fields.tsx'
import { type FieldGuide, useFieldGuide } from '../fields/use-field-guide.ts'
import { FormScreen } from '../form-screen.tsx'
import { AdoptDialog } from '../signature/adopt-dialog.tsx'
import { useOpenedForm } from '../signing-api.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import reviewStyles from './document-review.module.css'
import { DocumentReview, type ReviewFields } from './document-review.tsx'

interface ReviewStepProps {
  readonly form: SessionForm
  readonly title: string
  /** The screen replaced another step. */
  readonly step: boolean
  readonly onSign: () => void
}

/** The document to sign: the client reads every page and fills in every required field. */
export function ReviewStep({ form, title, step, onSign }: ReviewStepProps) {
  const t = useMessages()
  const [declining, setDeclining] = useState(false)
  const [reason, setReason] = useState('')
  const guide = useFieldGuide(form)
  useOpenedForm(form)
  const { current, fields, close } = guide
  const adopting = current !== undefined && isAdopted(current)
  const decline = (
    <button type="button" className={`link-button ${reviewStyles.decline}`} onClick={() => setDeclining(true)}>
      {t('decline')}
    </button>
  )
  return (
    <FormScreen title={title} step={step} narrow={false} help={fields.some(isInvalidAndReadOnly)}>
      {guide.error && <LoadProblem error={guide.error} onRetry={guide.refetch} />}
      <Faults guide={guide} />
      <DocumentReview
        form={form}
        action={{ label: t('sign'), onSelect: onSign }}
        aside={decline}
        fields={reviewFields(guide)}
      />
      {declining && (
        <DeclineDialog form={form} reason={reason} onReason={setReason} onClose={() => setDeclining(false)} />
      )}
      {adopting && <AdoptDialog withInitials={fields.some(({ kind }) => kind === 'initials')} onClose={close} />}
    </FormScreen>
  )
}

function reviewFields(guide: FieldGuide): ReviewFields {
  const { fields, current, roomy, progress, isPending, error } = guide
  const edited = current && !roomy && !isAdopted(current) ? current : undefined
  const some = fields.some(isInHand)
  return {
    overlay: (page, width) => <PageFields guide={guide} page={page} width={width} />,
    progress: some && <FieldProgress guide={guide} />,
    next: some && <NextField guide={guide} />,
    editor: edited && <FieldEditor key={edited.id} field={edited} guide={guide} />,
    wanting: isPending || error !== null || progress.next !== undefined,
  }
}

const isInvalidAndReadOnly = (field: FieldGuide['fields'][number]): boolean =>
  field.state === 'wrong' && !isInHand(field)

/** Tells which fields the server refused, or that the agency has to correct the document. */
function Faults({ guide: { fields, progress } }: { readonly guide: FieldGuide }) {
  const t = useMessages()
  const needsAgency = fields.some(isInvalidAndReadOnly)
  if (!needsAgency && progress.refused === 0) return null
  const next = t('fields.nextField', { number: progress.done + 1, of: progress.needed })
  return (
    <p className="notice" data-tone="danger" role="alert">
      {needsAgency ? t('fields.invalidReadOnly') : t('fields.review', { next })}
    </p>
  )
}
