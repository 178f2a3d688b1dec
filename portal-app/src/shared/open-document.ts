import type { EnvelopeAnswer } from '@agency/contract/esign'
import type { SessionForm } from '@agency/contract/session-forms'
import { isOpen } from '@agency/contract/session-state'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from './api.ts'
import { paths } from './paths.ts'
import { sessionFormsQuery } from './session-forms-api.ts'
import { useOpenSession } from './session-store.ts'

/** Repeating the call answers with the same envelope. @throws Error when none was created */
export async function makeEnvelope(formId: string): Promise<EnvelopeAnswer> {
  const answer = await api.post(`docusign/envelopes/${encodeURIComponent(formId)}`).json<EnvelopeAnswer>()
  if (!answer.success || !answer.envelopeId) throw new Error('No envelope was created.')
  return answer
}

/** Milliseconds for which a link that was rendered again still shows a refusal. */
const outcomeKept = 60_000

/** Creating the envelope of a DocuSign document takes seconds, so the link says that the document is opening. */
export function useOpenDocument(form: SessionForm) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id, session_code: code } = useOpenSession()
  const to = paths.form(code, form.id)
  const mutationKey = ['envelope', form.id]
  const { mutate } = useMutation({
    mutationKey,
    gcTime: outcomeKept,
    mutationFn: (_tappedAt: string) => makeEnvelope(form.id),
    onSuccess: async (_answer, tappedAt) => {
      await queries.invalidateQueries({ queryKey: sessionFormsQuery(id).queryKey })
      // Who has gone on to another screen meanwhile stays there.
      if (window.location.pathname === tappedAt) navigate(to)
    },
  })
  // A link may be mounted again during its call, when its folder has loaded: the cache has the state of the call.
  const last = useMutationState({ filters: { mutationKey }, select: ({ state }) => state }).at(-1)
  const sendFirst = (event: MouseEvent) => {
    event.preventDefault()
    // A second tap may come before React renders the first: it is pending, or done.
    const before = queries.getMutationCache().findAll({ mutationKey }).at(-1)?.state.status
    if (before === 'success') navigate(to)
    else if (before !== 'pending') mutate(window.location.pathname)
  }
  const isOpening = last?.status === 'pending'
  const link = { to, 'aria-busy': isOpening, ...(needsEnvelope(form) ? { onClick: sendFirst } : {}) }
  return { link, isOpening, error: last?.error ?? null }
}

const needsEnvelope = (form: SessionForm): boolean =>
  form.type === 'DocuSign' && form.envelope_id === null && isOpen(form)
