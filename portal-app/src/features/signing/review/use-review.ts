import type { ReviewBody } from '@agency/contract/esign'
import type { FilledField } from '@agency/contract/form-fields'
import type { SessionForm } from '@agency/contract/session-forms'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../../shared/language.ts'
import { asksForInitials } from '../fields/displayed-field.ts'
import { fieldsQuery, refusedFields, refusedParts } from '../fields/fields-api.ts'
import { fieldsDraft, markRefused } from '../fields/fields-draft.ts'
import { typedValues } from '../fields/use-form-fields.ts'
import { type Adopted, initialsBody, refuseTyped } from '../signature/adopted-signature.ts'
import { isCodeRequired, type ReviewedCopy, useMakeReview } from '../signing-api.ts'
import { offsetZone, timeZone } from './time-zone.ts'

export interface Review {
  /** The copy to check and sign; undefined while the document is read and filled in. */
  readonly copy: ReviewedCopy | undefined
  /** The review, or the one-time code before it, has replaced the document's screen, also if the client has left it. */
  readonly wasStep: boolean
  readonly isPending: boolean
  readonly isRetrying: boolean
  readonly error: Error | null
  /** The copy replaced one that was outdated. */
  readonly isRenewed: boolean
  /** The client has to confirm a one-time code first. */
  readonly needsCode: boolean
  /** Asks for the code, since signing did. */
  readonly askForCode: () => void
  /** Goes on where the code was asked for. */
  readonly confirmCode: () => void
  /** Goes back to where the code was asked for. */
  readonly leaveCode: () => void
  /** Has the server make the copy, with this signature. */
  readonly start: (adopted: Adopted) => void
  /** Gives up a copy that is being made, since the client goes on editing: it would lack the edit. */
  readonly cancel: () => void
  /** Has the server make the copy again, since the document changed. */
  readonly renew: () => void
  /** Goes back to the document, such as to change a value. @param refused the fields that have to change */
  readonly leave: (refused?: readonly string[]) => void
}

/** The review of a document: the very pages that will be sealed, as the server makes them. */
export function useReview(form: SessionForm): Review {
  const language = useLanguage((state) => state.language)
  const { data: fields = [] } = useQuery(fieldsQuery(form.id))
  const [copy, setCopy] = useState<ReviewedCopy>()
  const [wasStep, setWasStep] = useState(false)
  const [isRenewed, setRenewed] = useState(false)
  const [body, setBody] = useState<ReviewBody>()
  const [needsCode, setNeedsCode] = useState(false)
  const make = useMakeReview(form, {
    onMade: (made) => {
      setWasStep(true)
      setNeedsCode(false)
      setCopy(made)
    },
    onError: (error, sent) => {
      setNeedsCode(isCodeRequired(error))
      if (isCodeRequired(error)) setWasStep(true)
      const refused = refusedFields(error)
      const parts = refusedParts(error)
      if (parts.includes('signature.text') && sent.signature.kind === 'typed') {
        refuseTyped(sent.signature.text)
        leave()
      }
      // Its zone data are older than those of the browser.
      const time_zone = offsetZone()
      if (parts.includes('time_zone') && sent.time_zone !== time_zone) send({ ...sent, time_zone })
      if (refused.length > 0) leave(refused)
    },
  })

  function leave(refused: readonly string[] = []) {
    // The refused fields are on the document's pages.
    if (refused.length > 0) markRefused(form.id, refused)
    setCopy(undefined)
  }

  function start(adopted: Adopted) {
    setRenewed(false)
    const made = bodyOf(form, fields, adopted, language)
    send(made)
  }

  function send(made: ReviewBody) {
    setBody(made)
    make.start(made)
  }

  function renew() {
    if (!copy) return
    setRenewed(true)
    make.start(copy.body)
  }

  function confirmCode() {
    // The code's screen stays until there is a copy.
    if (!copy && body) make.start(body)
    else setNeedsCode(false)
  }

  const { isPending, isRetrying, cancel } = make
  const error = isCodeRequired(make.error) ? null : make.error
  const code = { needsCode, askForCode: () => setNeedsCode(true), confirmCode, leaveCode: () => setNeedsCode(false) }
  return { copy, wasStep, isPending, isRetrying, error, isRenewed, start, cancel, renew, leave, ...code }
}

/** What the pages are made from: the adopted signature and what the client typed. */
function bodyOf(
  { id }: SessionForm,
  fields: readonly FilledField[],
  adopted: Adopted,
  language: ReviewBody['language'],
): ReviewBody {
  const values = typedValues(fields, fieldsDraft(id))
  return {
    name: adopted.name,
    signature: adopted.signature,
    ...(asksForInitials(fields) ? { initials: initialsBody(adopted) } : {}),
    ...(Object.keys(values).length > 0 ? { values } : {}),
    language,
    time_zone: timeZone(),
  }
}
