import {
  type ClientImport,
  clientImportApi,
  type ImportPlan,
  type ImportRowsQuery,
  importRowsPerPage,
} from '@agency/contract/client-imports'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callQuery, callUpload } from '../../../shared/call'
import { alert, alertFailure } from '../../../shared/dialogs/dialogs'
import { serverMessage } from '../../../shared/dialogs/save-dialog'

const key = ['client-imports'] as const
const pollEvery = 1_000

export const isAtWork = ({ state }: ClientImport): boolean =>
  state === 'checking' || state === 'running' || state === 'reverting'

export const importsQuery = callQuery([...key, 'list'], clientImportApi.list)

/** One import, asked for again while a job works on it. */
export const importQuery = (id: string) =>
  queryOptions({
    ...callQuery([...key, id], clientImportApi.one, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? pollEvery : false),
  })

/** A page of rows. @param page from 1 @param made what has changed the rows */
export const rowsQuery = (
  id: string,
  { outcome, page, made }: { outcome: ImportRowsQuery['outcome']; page: number; made: unknown },
) =>
  queryOptions({
    ...callQuery([...key, id, 'rows', { outcome, page, made }], clientImportApi.rows, {
      params: { id },
      query: { outcome, offset: (page - 1) * importRowsPerPage },
    }),
    placeholderData: keepPreviousData,
  })

export const missingQuery = (id: string, page: number) =>
  callQuery([...key, id, 'missing', page], clientImportApi.missing, {
    params: { id },
    query: { offset: (page - 1) * importRowsPerPage },
  })

export function uploadTable(file: File): Promise<ClientImport> {
  const form = new FormData()
  form.set('file', file)
  return callUpload(clientImportApi.upload, { form })
}

/** Does steps of an import one after another, and shows their answers. A refusal is alerted in the server's words. */
export function useImportStep(id: string) {
  const client = useQueryClient()
  return useMutation({
    scope: { id },
    mutationFn: (step: (params: { id: string }) => Promise<ClientImport>) => step({ id }),
    onSuccess: (changed) => client.setQueryData(importQuery(id).queryKey, changed),
    onError: (error) => {
      const explained = serverMessage()(error)
      void (explained === undefined
        ? alertFailure('This could not be done. Please try again.', error)
        : alert(explained))
      void client.invalidateQueries({ queryKey: [...key, id] })
    },
  })
}

/** Saves changes of a plan. They show at once, and the last answer is what they are added to: the next change may be quicker. */
export function useSavePlan(of: ClientImport, step: ImportStep) {
  const client = useQueryClient()
  const { queryKey } = importQuery(of.id)
  return (changes: Partial<ImportPlan>) => {
    const planOf = () => ({ ...(client.getQueryData(queryKey) ?? of).plan, ...changes })
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, { ...of, plan: planOf() })
    step.mutate((params) => call(clientImportApi.plan, { params, body: planOf() }))
  }
}

export type ImportStep = ReturnType<typeof useImportStep>

export const steps = {
  check: (params: { id: string }) => call(clientImportApi.check, { params }),
  run: (params: { id: string }) => call(clientImportApi.run, { params }),
  stop: (params: { id: string }) => call(clientImportApi.stop, { params }),
  revert: (params: { id: string }) => call(clientImportApi.revert, { params }),
  erase: (params: { id: string }) => call(clientImportApi.erase, { params }),
} as const
