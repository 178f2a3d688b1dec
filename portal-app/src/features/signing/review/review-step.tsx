import type { SessionForm } from '@agency/contract/session-forms'
import { isDone } from '@agency/contract/session-state'
import { isNameOf } from '@agency/contract/signer-name'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { SendProblem } from '../../../shared/problem-notice.tsx'
import { fullName, useClient } from '../../../shared/session-api.ts'
import { useSessionForms } from '../../../shared/session-forms-api.ts'
import { useCloseOnBack } from '../../../shared/shared-ui.tsx'
import { isSigned } from '../fields/displayed-field.ts'
import { fieldsQuery, refusedFields } from '../fields/fields-api.ts'
import { discardDraft } from '../fields/fields-draft.ts'
import readerStyles from '../reader/document-reader.module.css'
import { DocumentReader } from '../reader/document-reader.tsx'
import { useReadPages } from '../reader/read-pages.ts'
import { AdoptDialog } from '../signature/adopt-dialog.tsx'
import { isCodeRequired, isOutdated, type ReviewedCopy, useSign } from '../signing-api.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { GivenValuesDialog, useGivenValues } from './given-values.tsx'
import { Retrying } from './retrying.tsx'
import type { Review } from './use-review.ts'

interface ReviewStepProps {
  readonly form: SessionForm
  readonly title: string
  readonly review: Review
  readonly copy: ReviewedCopy
}

/** The pages that will be sealed, to check; 'Finish and sign' signs exactly these. Back leads to the document. */
export function ReviewStep({ form, title, review, copy }: ReviewStepProps) {
  const t = useMessages()
  const [dialog, setDialog] = useState<'change' | 'given' | 'decline'>()
  const close = () => setDialog(undefined)
  const given = useGivenValues(form)
  const pages_viewed = useReadPages(form.id).length
  const sign = useSign(form, {
    onDone: () => discardDraft(form.id),
    onError: (error) => {
      const refused = refusedFields(error)
      if (isOutdated(error)) review.renew()
      else if (isCodeRequired(error)) review.askForCode()
      else if (refused.length > 0) review.leave(refused)
    },
  })
  // While the copy is being signed, nothing of it can be changed.
  const blocked = sign.isPending
    ? { 'aria-disabled': true, 'aria-describedby': 'change-blocked' }
    : { 'aria-disabled': false }
  useCloseOnBack(dialog === undefined, () => !sign.isPending && review.leave())
  return (
    <DocumentReader
      // Another copy is opened anew: until its pages are there, it cannot be signed.
      key={copy.sha256}
      form={form}
      title={title}
      heading={t('reader.reviewHeading')}
      isStep
      file={{ data: copy.file, error: null, refetch: () => undefined }}
      mustRead={false}
      step={{
        label: t('signature.signFinish'),
        isFinal: true,
        busy: sign.isPending || review.isPending,
        busyLabel: review.isPending ? t('reader.reviewBusy') : t('signature.signBusy'),
        onSelect: () => sign.start({ ...copy.body, review_sha256: copy.sha256, pages_viewed }),
      }}
      status={
        <>
          <button type="button" className="link-button" {...blocked} onClick={() => !sign.isPending && review.leave()}>
            {t('reader.change')}
            {sign.isPending && (
              <span id="change-blocked" hidden>
                {t('signature.signBusy')}
              </span>
            )}
          </button>
          {given.length > 0 && (
            <button type="button" className="link-button" aria-haspopup="dialog" onClick={() => setDialog('given')}>
              {t('reader.given', { count: given.length })}
            </button>
          )}
        </>
      }
      entries={
        <>
          <button type="button" {...blocked} onClick={() => !sign.isPending && setDialog('change')}>
            {t('signature.signChange')}
          </button>
          <button type="button" {...blocked} onClick={() => !sign.isPending && setDialog('decline')}>
            {t('decline')}
          </button>
        </>
      }
      notes={
        <>
          {review.isRenewed && (
            <p className="notice" data-tone="warning" role="alert">
              {t('reader.outdated')}
            </p>
          )}
          {(sign.isRetrying || review.isRetrying) && <Retrying />}
          {sign.error && !isOutdated(sign.error) && <SendProblem error={sign.error} kept />}
          {review.error && <SendProblem error={review.error} kept />}
          <SignedAs form={form} name={copy.body.name} />
          <p className={readerStyles.note}>{t('signature.signIntent')}</p>
        </>
      }
    >
      {dialog === 'given' && <GivenValuesDialog given={given} onClose={close} />}
      {dialog === 'decline' && <DeclineDialog form={form} onClose={close} />}
      {dialog === 'change' && (
        <AdoptDialog
          withInitials={copy.body.initials !== undefined}
          onClose={close}
          onAdopted={(adopted) => {
            close()
            // The dialog was open before: the document is signed with the signature that was reviewed.
            if (!sign.isPending) review.start(adopted)
          }}
        />
      )}
    </DocumentReader>
  )
}

interface SignedAsProps {
  readonly form: SessionForm
  readonly name: string
}

/**
 * By which name the client signs, if that is not the name of the record, or if no field shows the signature and it was
 * adopted for an earlier document.
 */
function SignedAs({ form, name }: SignedAsProps) {
  const t = useMessages()
  const { data } = useClient()
  const { data: fields = [] } = useQuery(fieldsQuery(form.id))
  const { data: forms = [] } = useSessionForms()
  const client = data ? fullName(data) : ''
  if (client !== '' && !isNameOf(name, client)) {
    return (
      <p className="notice" data-tone="warning" role="status">
        {t('signature.signedAsOther', { name, client })}
      </p>
    )
  }
  const isAgain = forms.some((other) => other.requires_signature && isDone(other))
  if (!isAgain || fields.some(isSigned)) return null
  return <p className={readerStyles.note}>{t('signature.signedAs', { name })}</p>
}
