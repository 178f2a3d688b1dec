import { clientFields } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { type Proposal, proposalApi } from '@agency/contract/form-fields'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readRefusal } from '../../../shared/api-error'
import { call } from '../../../shared/call'
import { alert, alertFailure, confirm } from '../../../shared/dialogs/dialogs'
import { counted } from '../../../shared/formatting'
import { showToast } from '../../../shared/toasts/toasts'
import { refetchClients } from '../client-queries'
import { isEditable } from '../record/record-fields'

const changedMeanwhile =
  'Someone else changed this field of the record. The record now shows the new value. Please compare the values again.'
const decidedMeanwhile = 'Someone else has decided on this change meanwhile.'
const changedSince = 'Someone else has changed this since. It was not undone.'

/** Accepts and dismisses proposals in sequence, and takes that back, then refetches the record. */
export function useDecideProposals(client: Pick<ClientRecord, 'id' | 'version'>) {
  const queryClient = useQueryClient()
  const decide = useMutation({
    mutationFn: async ({ how, proposals }: Decision) => {
      for (const { id: proposalId } of proposals) {
        const params = { id: client.id, proposalId }
        if (how === 'accept') await call(proposalApi.accept, { params, version: client.version })
        else await call(proposalApi.dismiss, { params })
      }
    },
    onSuccess: (_, { how, proposals }) =>
      showToast({ text: decidedText(how, proposals.length), undo: () => takeBack.mutate(proposals) }),
    onError: (error) => void explain(error),
    // Also after an error: some of several proposals may have been accepted.
    onSettled: () => refetchClients(queryClient),
  })
  const takeBack = useMutation({
    mutationFn: async (proposals: readonly Proposal[]) => {
      for (const { id: proposalId } of proposals)
        await call(proposalApi.reopen, { params: { id: client.id, proposalId } })
    },
    onSuccess: () => showToast({ text: 'The decision was taken back.' }),
    onError: (error) => void explain(error, changedSince),
    onSettled: () => refetchClients(queryClient),
  })
  const acceptAll = async (proposals: readonly Proposal[], left: number) => {
    const accepted = await confirm(acceptQuestion(proposals.length, left), { confirmLabel: 'Accept All' })
    if (accepted) decide.mutate({ how: 'accept', proposals })
  }
  return {
    busy: decide.isPending || takeBack.isPending,
    accept: (proposal: Proposal) => decide.mutate({ how: 'accept', proposals: [proposal] }),
    dismiss: (proposal: Proposal) => decide.mutate({ how: 'dismiss', proposals: [proposal] }),
    /** Opens a decided one again. */
    undo: (proposal: Proposal) => takeBack.mutate([proposal]),
    /** @param left how many open proposals are not among them */
    acceptAll,
  }
}

/** The proposals that can be accepted together: one of each field. Of several, somebody has to choose. */
export function acceptedTogether(proposals: readonly Proposal[], maySee: boolean): Proposal[] {
  const editable = new Set<string>(clientFields.filter((field) => isEditable(field, maySee)).map(({ name }) => name))
  return proposals.filter(
    ({ field }) => editable.has(field) && proposals.filter((other) => other.field === field).length === 1,
  )
}

function acceptQuestion(count: number, left: number): string {
  if (left === 0) return `Accept all ${count} proposed changes? They are written into the client's record.`
  const rest = `${counted(left, 'change is', 'changes are')} left to decide by hand.`
  return `Accept ${count} of ${count + left} proposed changes? They are written into the client's record. ${rest}`
}

interface Decision {
  readonly how: 'accept' | 'dismiss'
  readonly proposals: readonly Proposal[]
}

const decidedText = (how: Decision['how'], count: number): string =>
  `${count === 1 ? 'Change' : `${count} changes`} ${how === 'accept' ? 'accepted' : 'dismissed'}.`

async function explain(error: Error, wrongState = decidedMeanwhile): Promise<void> {
  const code = readRefusal(error)?.body?.code
  if (code === 'EDIT_CONFLICT') await alert(changedMeanwhile)
  else if (code === 'WRONG_STATE') await alert(wrongState)
  else await alertFailure('The change could not be saved. Please try again.', error)
}
