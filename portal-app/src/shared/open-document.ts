import type { EnvelopeAnswer } from '@agency/contract/esign'
import type { SessionForm } from '@agency/contract/session-forms'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from './api.ts'
import { paths } from './paths.ts'
import { isOpen, sessionFormsQuery } from './session-forms-api.ts'
import { useOpenSession } from './session-store.ts'

/**
 * Has the envelope of a DocuSign document made; a repeat answers with the same one.
 * @throws an error when none was made
 */
export async function makeEnvelope(formId: string): Promise<EnvelopeAnswer> {
  const answer = await api.post(`docusign/envelopes/${encodeURIComponent(formId)}`).json<EnvelopeAnswer>()
  if (!answer.success || !answer.envelopeId) throw new Error('No envelope was made')
  return answer
}

/** Milliseconds for which a refusal is told by a link that was drawn anew. */
const outcomeKept = 60_000

/**
 * What a link to a document needs: where it leads, and, for a DocuSign document without its envelope, a click that has
 * one made first and goes on only when the answer names it.
 */
export function useOpenDocument(form: SessionForm) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id, session_code: code } = useOpenSession()
  const to = paths.form(code, form.id)
  const mutationKey = ['envelope', form.id]
  const { mutate } = useMutation({
    mutationKey,
    gcTime: outcomeKept,
    mutationFn: () => makeEnvelope(form.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionFormsQuery(id).queryKey })
      navigate(to)
    },
  })
  // A link may be drawn anew while its call is under way, as when the folder around it arrives: the cache knows what became of it.
  const last = useMutationState({ filters: { mutationKey }, select: ({ state }) => state }).at(-1)
  const sendFirst = (event: MouseEvent) => {
    event.preventDefault()
    // A second tap may come before the screen shows what the first one did: under way, or done already.
    const before = queries.getMutationCache().findAll({ mutationKey }).at(-1)?.state.status
    if (before === 'success') navigate(to)
    else if (before !== 'pending') mutate()
  }
  const link = { to, 'aria-busy': last?.status === 'pending', ...(needsEnvelope(form) ? { onClick: sendFirst } : {}) }
  return { link, error: last?.error ?? null }
}

const needsEnvelope = (form: SessionForm): boolean =>
  form.type === 'DocuSign' && form.envelope_id === null && isOpen(form)
