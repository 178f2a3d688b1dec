import type { ConsentBody, DeclineBody, Disclosure, Language, ReviewBody, SignBody } from '@agency/contract/esign'
import type { SessionForm } from '@agency/contract/session-forms'
import { isOpen } from '@agency/contract/session-state'
import { isLost, isUnanswered, readErrorAnswer } from '@agency/http-client/call-error'
import { reconnectPause } from '@agency/http-client/connection'
import { errorCode } from '@agency/http-client/retry-policy'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, problemOf } from '../../shared/api.ts'
import { checkConnection } from '../../shared/connection.ts'
import { sessionQuery } from '../../shared/session-api.ts'
import { sessionFormsQuery } from '../../shared/session-forms-api.ts'
import { useOpenSession } from '../../shared/session-store.ts'

/** As the contract names it; a value of the contract would bring its validator along. */
const reviewHashHeader = 'x-review-sha256'

const formPath = (id: string) => `sessionforms/${encodeURIComponent(id)}`

const openedKey = (formId: string) => ['opened', formId]

/** Reports to the server that the client opened the document. The call is idempotent, and its result is not shown. */
export function useOpenedForm(form: SessionForm) {
  const keep = useKeepForm()
  return useQuery({
    queryKey: openedKey(form.id),
    queryFn: async () => keep(await api.post(`${formPath(form.id)}/open`).json<SessionForm>()),
    enabled: isOpen(form),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => failures < maxOpenRetries && isPassing(error),
    retryDelay: reconnectPause,
  })
}

/** How often a failed report is repeated. A document that was not reported can't be signed. */
const maxOpenRetries = 10

/** Whether a failure may be over soon: no answer, too many calls, or an error of the server. */
function isPassing(error: unknown): boolean {
  const status = readErrorAnswer(error)?.status ?? 0
  return isUnanswered(error) || status === 429 || status >= 500
}

/** The PDF as presented, or as sealed once the document is completed. */
export const formFileQuery = ({ id, status }: SessionForm) =>
  queryOptions({
    queryKey: ['file', id, status === 'completed' ? 'sealed' : 'presented'],
    queryFn: () => api.get(`${formPath(id)}/file`).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

const disclosureQuery = (code: string, language: Language) =>
  queryOptions({
    queryKey: ['disclosure', code, language],
    queryFn: () =>
      api.get(`session/${encodeURIComponent(code)}/disclosure`, { searchParams: { language } }).json<Disclosure>(),
    staleTime: Number.POSITIVE_INFINITY,
  })

export function useDisclosure(language: Language) {
  const { session_code: code } = useOpenSession()
  return useQuery(disclosureQuery(code, language))
}

export function useConsent() {
  const { session_code: code } = useOpenSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (json: ConsentBody) => {
      await api.post(`session/${encodeURIComponent(code)}/consent`, { json })
      // The exact time does not matter here, so the session is not fetched again.
      const consented_at = new Date().toISOString()
      queries.setQueryData(sessionQuery(code).queryKey, (session) => session && { ...session, consented_at })
    },
  })
}

/** The pages that will be sealed, as the server made them from `body`. */
export interface ReviewedCopy {
  readonly file: Blob
  readonly sha256: string
  readonly body: ReviewBody
}

interface ReviewFollowUp {
  readonly onMade: (copy: ReviewedCopy) => void
  readonly onError: (error: Error, body: ReviewBody) => void
}

interface ReviewCall {
  readonly body: ReviewBody
  readonly signal: AbortSignal
}

/** Repeats the call until there is an answer, or until `cancel`, which nothing follows. */
export function useMakeReview(form: SessionForm, { onMade, onError }: ReviewFollowUp) {
  const refresh = useRefreshAfter(form.id)
  const stop = useRef(new AbortController())
  const { isPending, error, failureCount, mutate, reset } = useMutation({
    mutationFn: async ({ body, signal }: ReviewCall): Promise<ReviewedCopy> => {
      signal.throwIfAborted()
      const copy = await makeCopy(form.id, body, signal).catch(watchConnection)
      signal.throwIfAborted()
      return copy
    },
    retry: (_, error) => isLost(error),
    retryDelay: reconnectPause,
    onSuccess: onMade,
    onError: async (error, { body, signal }) => {
      if (signal.aborted) return
      onError(error, body)
      await refresh(error)
    },
  })
  const start = (body: ReviewBody) => {
    stop.current.abort()
    stop.current = new AbortController()
    mutate({ body, signal: stop.current.signal })
  }
  const cancel = () => {
    if (!isPending) return
    stop.current.abort()
    reset()
  }
  return { isPending, error, isRetrying: isPending && failureCount > 0, start, cancel }
}

async function makeCopy(formId: string, body: ReviewBody, signal: AbortSignal): Promise<ReviewedCopy> {
  const answer = await api.post(`${formPath(formId)}/review`, { json: body, ...abortable(signal) })
  const sha256 = answer.headers.get(reviewHashHeader)
  if (sha256 === null) throw new Error('The answer does not name the hash of the copy.')
  return { file: await answer.blob(), sha256, body }
}

/** The document, a value or the day changed since the review: the copy has to be made and looked at again. */
export function isOutdated(error: unknown): boolean {
  return problemOf(error).code === 'REVIEW_OUTDATED'
}

/** The client has to confirm a one-time code before it signs. */
export function isCodeRequired(error: unknown): boolean {
  return errorCode(readErrorAnswer(error)?.body) === 'SIGNING_CODE_REQUIRED'
}

export function useSign(form: SessionForm, followUp: FollowUp) {
  return useFormCommand(
    form.id,
    (json: SignBody) => api.post(`${formPath(form.id)}/sign`, { json }).json<SessionForm>(),
    followUp,
  )
}

export function useDecline(form: SessionForm, followUp: FollowUp) {
  return useFormCommand(
    form.id,
    (json: DeclineBody, signal) =>
      api.post(`${formPath(form.id)}/decline`, { json, ...abortable(signal) }).json<SessionForm>(),
    followUp,
  )
}

/** ky combines signals by `AbortSignal.any`, which is newer than browsers that we support. There, only retries stop. */
const abortable = (signal: AbortSignal) => ('any' in AbortSignal ? { signal } : {})

export function useAcknowledge(form: SessionForm) {
  return useFormCommand(form.id, (_: undefined) => api.post(`${formPath(form.id)}/acknowledge`).json<SessionForm>())
}

interface FollowUp {
  readonly onDone?: () => void
  readonly onError?: (error: Error) => void
}

type SendCommand<Body> = (body: Body, signal: AbortSignal) => Promise<SessionForm>

/** The answer replaces the cached document. One at a time; all are idempotent, and retried until there is an answer. */
function useFormCommand<Body>(formId: string, send: SendCommand<Body>, followUp: FollowUp = {}) {
  const { id } = useOpenSession()
  const queries = useQueryClient()
  const keep = useKeepForm()
  const refresh = useRefreshAfter(formId)
  const stop = useRef(new AbortController())
  const mutationKey = ['form-command', formId]
  const { isPending, isError, error, failureCount, mutate } = useMutation({
    mutationKey,
    mutationFn: async (body: Body) => {
      const { signal } = stop.current
      signal.throwIfAborted()
      return keep(await send(body, signal).catch(watchConnection))
    },
    retry: (_, error) => isLost(error),
    retryDelay: reconnectPause,
    onSuccess: followUp.onDone,
    onError: async (error) => {
      followUp.onError?.(error)
      await refresh(error)
    },
  })
  // The cache is asked, since a second tap may come before React renders the first.
  const start = (body: Body) => {
    const form = queries.getQueryData(sessionFormsQuery(id).queryKey)?.find((kept) => kept.id === formId)
    if (!form || !isOpen(form) || queries.isMutating({ mutationKey }) > 0) return
    stop.current = new AbortController()
    mutate(body)
  }
  /** The server may have received it all the same, so the documents are fetched. */
  const cancel = () => {
    const cache = queries.getMutationCache()
    const running = cache.findAll({ mutationKey, status: 'pending' })
    if (running.length === 0) return
    stop.current.abort()
    // A write that waits for its retry would block the next one until then.
    for (const mutation of running) cache.remove(mutation)
    void queries.invalidateQueries({ queryKey: sessionFormsQuery(id).queryKey })
  }
  return { isPending, isError, error, isRetrying: isPending && failureCount > 0, start, cancel }
}

/** A document that is still open is reported as opened again: the first report may have failed. */
function useRefreshAfter(formId: string) {
  const { id, session_code: code } = useOpenSession()
  const queries = useQueryClient()
  return async (error: Error) => {
    const { code: problem } = problemOf(error)
    if (problem === 'WRONG_STATE') {
      await queries.invalidateQueries({ queryKey: sessionFormsQuery(id).queryKey })
      await queries.invalidateQueries({ queryKey: openedKey(formId) })
    }
    if (problem === 'CONSENT_REQUIRED') await queries.invalidateQueries({ queryKey: sessionQuery(code).queryKey })
  }
}

function watchConnection(error: unknown): never {
  if (isUnanswered(error)) void checkConnection()
  throw error
}

/** Puts the document of an answer into the cached list. */
function useKeepForm() {
  const { queryKey } = sessionFormsQuery(useOpenSession().id)
  const queries = useQueryClient()
  return async (form: SessionForm) => {
    // A list requested before this answer would restore the old state.
    await queries.cancelQueries({ queryKey })
    // The answer to "opened" can arrive after that to "signed": it must not reopen the document.
    const isLate = (cached: SessionForm) => isOpen(form) && !isOpen(cached)
    queries.setQueryData(queryKey, (forms) =>
      forms?.map((cached) => (cached.id === form.id && !isLate(cached) ? form : cached)),
    )
    return form
  }
}
