import type { ErrorCode } from '@agency/contract/errors'
import type { CodeChannel, SigningCodeState } from '@agency/contract/signing-codes'
import { readErrorAnswer } from '@agency/http-client/call-error'
import { errorCode } from '@agency/http-client/retry-policy'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../shared/api.ts'
import { useOpenSession } from '../../../shared/session-store.ts'

const pathOf = (code: string) => `session/${encodeURIComponent(code)}/signing-code`

const codeQuery = (code: string) =>
  queryOptions({
    queryKey: ['signing-code', code],
    queryFn: () => api.get(pathOf(code)).json<SigningCodeState>(),
    // What was sent stays on the screen until another code is asked for.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Whether a code is needed, where one can be sent, and the newest one. */
export function useCodeState() {
  const { session_code: code } = useOpenSession()
  return useQuery(codeQuery(code))
}

export function useRequestCode() {
  const { session_code: code } = useOpenSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (channel: CodeChannel) => api.post(pathOf(code), { json: { channel } }).json<SigningCodeState>(),
    onSuccess: (state) => queries.setQueryData(codeQuery(code).queryKey, state),
    // The answer to an earlier attempt may be lost: its code was sent, and can be typed.
    onError: () => queries.invalidateQueries(codeQuery(code)),
  })
}

/** Confirms what the client typed. */
export function useConfirmCode(onConfirmed: () => void) {
  const { session_code: code } = useOpenSession()
  return useMutation({
    mutationFn: (typed: string) =>
      api.post(`${pathOf(code)}/confirm`, { json: { code: typed } }).json<SigningCodeState>(),
    onSuccess: onConfirmed,
  })
}

/** Whether a call failed with this code. Only these screens know these codes: the first screen does without them. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return errorCode(readErrorAnswer(error)?.body) === code
}
