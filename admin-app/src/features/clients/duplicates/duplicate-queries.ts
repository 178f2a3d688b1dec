import { type DuplicateReason, duplicateApi, type PairedClient } from '@agency/contract/client-duplicates'
import { type ClientMerge, type Merged, mergeApi } from '@agency/contract/client-merges'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callQuery } from '../../../shared/call'
import { confirm } from '../../../shared/dialogs/dialogs'
import { alertRefusal, serverMessage } from '../../../shared/dialogs/save-dialog'
import { focusHeading } from '../../../shared/focus-on-page'
import { clientName, formatDate, formatDay } from '../../../shared/formatting'
import { pageSize } from '../../../shared/tables/list-footer'
import { showToast } from '../../../shared/toasts/toasts'
import { clientsKey, refetchClients } from '../client-queries'

export const duplicateQueueQuery = (page: number) =>
  callQuery([...clientsKey, 'duplicate-queue', page], duplicateApi.queue, { query: { offset: (page - 1) * pageSize } })

export const duplicatesOfQuery = (id: string) =>
  callQuery([...clientsKey, 'duplicates-of', id], duplicateApi.ofClient, { params: { id } })

export const mergesQuery = (id: string) => callQuery([...clientsKey, 'merges', id], mergeApi.list, { params: { id } })

/** Two records by field. The server audits each answer, so it is not refetched on window focus. */
export const comparisonQuery = (id: string, otherId: string) =>
  queryOptions({
    ...callQuery([...clientsKey, 'comparison', id, otherId], mergeApi.compare, { params: { id, otherId } }),
    refetchOnWindowFocus: false,
    gcTime: 0,
  })

const reasonTexts: Readonly<Record<DuplicateReason, string>> = {
  ssn: 'same SSN',
  name: 'same name and birth date',
  email: 'same email address',
  phone: 'same phone number',
}

export const reasonsText = (reasons: readonly DuplicateReason[]): string =>
  reasons.map((reason) => reasonTexts[reason]).join(', ')

export const pairedName = (client: Pick<PairedClient, 'client_first_name' | 'client_last_name'>): string =>
  clientName(client) || 'unnamed client'

/** The name with the birth date, which tells two of one name apart. */
export const pairedText = (client: PairedClient): string =>
  `${pairedName(client)}${client.dob === null ? '' : `, born ${formatDate(client.dob)}`}`

/** Says that two records are of two persons, after a question: it is never asked again. */
export function useTellApart() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ([one, other]: readonly [PairedClient, PairedClient]) =>
      call(duplicateApi.dismiss, { params: { id: one.id }, body: { other_id: other.id } }),
    onSuccess: async () => {
      showToast({ text: 'The two records are of two persons' })
      await refetchClients(queryClient)
      // The pressed button went with its row.
      focusHeading()
    },
    onError: (error) => explain('The two records could not be told apart.', error),
  })
  const tellApart = async (pair: readonly [PairedClient, PairedClient]) => {
    const [one, other] = pair.map(pairedName)
    const question = `${one} and ${other} are two persons? The two records are never listed as duplicates again.`
    if (await confirm(question, { confirmLabel: 'Not a duplicate' })) mutate(pair)
  }
  return { tellApart, isPending }
}

/** Takes a merge apart. */
export function useUndoMerge(clientId: string) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (mergeId: string): Promise<Merged> => call(mergeApi.undo, { params: { id: clientId, mergeId } }),
    onSuccess: () => {
      showToast({ text: 'The two records are separate again' })
      // Sessions, policies, documents and notes went back too.
      return queryClient.invalidateQueries()
    },
    onError: (error) => explain('The merge could not be taken apart.', error),
  })
  const askAndUndo = async (merge: ClientMerge) => {
    const question =
      `Take the merge of ${formatDay(merge.merged_at)} apart? The record of ${pairedName(merge)} is there again, with ` +
      'all that it brought along. What was added to this record since stays here.'
    if (await confirm(question, { confirmLabel: 'Take apart' })) mutate(merge.id)
  }
  return { undo: mutate, askAndUndo, isPending }
}

/** The server's words if it refused; they say which fields were changed since. */
export const explain = (failure: string, error: Error): Promise<void> =>
  alertRefusal(failure, error, serverMessage('WRONG_STATE', 'FORBIDDEN'))
