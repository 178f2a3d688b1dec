import type { SessionForm } from '@agency/contract/session-forms'
import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type Translate, useMessages } from '../../../shared/language.ts'
import { PhoneLink } from '../../../shared/phone.tsx'
import { LoadProblem, SendProblem } from '../../../shared/problem-notice.tsx'
import { asksForInitials, isAdopted, isInHand } from '../fields/displayed-field.ts'
import { FieldProgress, SaveState } from '../fields/field-progress.tsx'
import { FieldSheet } from '../fields/field-sheet.tsx'
import { refusedFields, refusedParts } from '../fields/fields-api.ts'
import { PageFields } from '../fields/page-fields.tsx'
import { type FieldGuide, useFieldGuide } from '../fields/use-field-guide.ts'
import { DocumentReader } from '../reader/document-reader.tsx'
import { closer } from '../reader/gestures.ts'
import { useReadPages } from '../reader/read-pages.ts'
import type { ReaderStep } from '../reader/reader-bar.tsx'
import { AdoptDialog } from '../signature/adopt-dialog.tsx'
import { useAdopted } from '../signature/adopted-signature.ts'
import { loadSignatureFonts } from '../signature/load-signature-fonts.ts'
import { formFileQuery, useOpenedForm } from '../signing-api.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { Retrying } from './retrying.tsx'
import type { Review } from './use-review.ts'

interface ReadStepProps {
  readonly form: SessionForm
  readonly title: string
  /** The screen replaced another step. */
  readonly isStep: boolean
  readonly review: Review
}

/**
 * The document to sign: the client fills in every required field, after a look at every page if the form demands it, and
 * asks for the review.
 */
export function ReadStep({ form, title, isStep, review }: ReadStepProps) {
  const t = useMessages()
  const adopted = useAdopted()
  const file = useQuery(formFileQuery(form))
  const mustRead = form.reading === 'every_page'
  const isRead = useIsRead(form)
  const [pages, setPages] = useState<readonly PdfPage[]>([])
  const guide = useFieldGuide(form, {
    pages,
    onLastSigned: (signature) => {
      // The signature was the last open field: there is nothing left but the review. Pages not viewed yet come first.
      if ((isRead || !mustRead) && !guide.fields.some(isInvalidAndReadOnly)) review.start(signature)
    },
    onEdit: review.cancel,
  })
  const [declining, setDeclining] = useState(false)
  // A document without a field for it is signed with a mark line: the signature is adopted before the review.
  const [signing, setSigning] = useState(false)
  useOpenedForm(form)
  const hasFile = file.data !== undefined
  useEffect(() => {
    if (hasFile) loadSignatureFonts()
  }, [hasFile])
  const { current, fields, adopting, close, signCurrent } = guide
  const withInitials = asksForInitials(fields)
  const toReview: ReaderStep = {
    label: t('reader.review'),
    busy: review.isPending,
    busyLabel: t('reader.reviewBusy'),
    onSelect: () => (adopted ? review.start(adopted) : setSigning(true)),
  }
  function openDecline() {
    review.cancel()
    setDeclining(true)
  }
  return (
    <DocumentReader
      form={form}
      title={title}
      isStep={isStep}
      file={{ ...file, refetch: () => void file.refetch() }}
      overlay={(page, width) => <PageFields guide={guide} page={page} width={width} />}
      closeUp={current && !guide.roomy ? closeUpOn(current, pages) : undefined}
      onOpened={setPages}
      mustRead={mustRead}
      step={nextStep(guide, t) ?? toReview}
      status={fields.some(isInHand) && <FieldProgress guide={guide} />}
      saved={fields.some(isInHand) && <SaveState guide={guide} />}
      sheet={current && !adopting && hasSheet(guide) && <FieldSheet key={current.id} field={current} guide={guide} />}
      notes={<ReadNotes guide={guide} review={review} />}
      entries={
        <button type="button" onClick={openDecline}>
          {t('decline')}
        </button>
      }
    >
      {declining && <DeclineDialog form={form} onClose={() => setDeclining(false)} />}
      {adopting && <AdoptDialog withInitials={withInitials} onClose={close} onAdopted={signCurrent} />}
      {signing && (
        <AdoptDialog
          withInitials={false}
          onClose={() => setSigning(false)}
          onAdopted={(signature) => {
            setSigning(false)
            review.start(signature)
          }}
        />
      )}
    </DocumentReader>
  )
}

/** Room beside a field for the question that is printed left of it, and at the edges, in points. */
const questionRoom = { left: 200, edges: 24 }

/** The zoom at which a field and its printed question have room side by side; a box to tick may have it on either side. */
function closeUpOn({ kind, x, width, page }: FieldGuide['fields'][number], pages: readonly PdfPage[]): number {
  const pageWidth = pages[page]?.width ?? 0
  const left = Math.min(x, questionRoom.left)
  const right = kind === 'checkbox' || kind === 'radio' ? left : questionRoom.edges
  return Math.max(1, Math.min(closer, pageWidth / (left + width + right)))
}

/** Whether every page was in view. */
function useIsRead({ id, pages }: SessionForm): boolean {
  const read = useReadPages(id)
  return pages !== null && read.length >= pages
}

const hasSheet = ({ current, roomy }: FieldGuide): boolean => current !== undefined && (!roomy || isAdopted(current))

/** The step to the next required field, or why there is none yet. */
function nextStep({ next, isPending, error, fields, openNext }: FieldGuide, t: Translate): ReaderStep | undefined {
  const label = t('reader.review')
  const onSelect = () => undefined
  if (isPending) return { label, blocked: t('reader.fieldsOpening'), onSelect }
  if (error) return { label, blocked: t('reader.fieldsFailed'), onSelect }
  if (next) return { label: t('fields.nextField', next), onSelect: openNext }
  if (fields.some(isInvalidAndReadOnly)) return { label, blocked: t('fields.invalidReadOnly'), onSelect }
  return undefined
}

const isInvalidAndReadOnly = (field: FieldGuide['fields'][number]): boolean =>
  field.state === 'wrong' && !isInHand(field)

/** Problems with loading, with values that the server refused, and with the review. */
function ReadNotes({ guide, review }: { readonly guide: FieldGuide; readonly review: Review }): ReactNode {
  const t = useMessages()
  const { fields, progress, error, refusal, refetch } = guide
  if (error) return <LoadProblem error={error} onRetry={refetch} />
  if (refusal) return <SendProblem error={refusal} kept />
  const needsAgency = fields.some(isInvalidAndReadOnly)
  // An open field says itself what is wrong with it, and its sheet covers the button that is named here.
  const isOpen = guide.current?.state === 'wrong'
  if (needsAgency || (progress.refused > 0 && !isOpen)) {
    const next = guide.next ? t('fields.nextField', guide.next) : ''
    return (
      <p className="notice" data-tone="danger" role="alert">
        {needsAgency ? t('fields.invalidReadOnly') : t('fields.review', { next })} {needsAgency && <PhoneLink />}
      </p>
    )
  }
  if (review.isRetrying) return <Retrying />
  // What the server refused is marked on the pages.
  const isMarked = refusedFields(review.error).length > 0
  if (refusedParts(review.error).includes('signature.text')) {
    return (
      <p className="notice" data-tone="danger" role="alert">
        {t('signature.signUntypable')}
      </p>
    )
  }
  return review.error && !isMarked && <SendProblem error={review.error} kept />
}
