import type { ClientRecord } from '@agency/contract/clients'
import type { Proposal } from '@agency/contract/form-fields'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readRefusal } from '../../../shared/api-error'
import { alert, alertFailure, confirm } from '../../../shared/dialogs/dialogs'
import { clientsKey } from '../clients-api'
import { acceptProposal, dismissProposal } from './proposals-api'

const changedMeanwhile =
  'Someone else changed this field of the record meanwhile. The record shows what it holds now: please look again, and decide then.'
const decidedMeanwhile = 'Someone else has decided on this change meanwhile.'

/** Accepts and dismisses what a client proposes, one after the other; the record follows. */
export function useDecideProposals(client: ClientRecord) {
  const queryClient = useQueryClient()
  const decide = useMutation({
    mutationFn: async ({ how, proposals }: Decision) => {
      for (const { id: proposalId } of proposals) {
        const decided = { clientId: client.id, proposalId }
        if (how === 'accept') await acceptProposal(decided, client.version)
        else await dismissProposal(decided)
      }
    },
    onError: (error) => void explain(error),
    // Also after a refusal: of several, some may have been accepted, and what was seen is no longer what there is.
    onSettled: () => queryClient.invalidateQueries({ queryKey: clientsKey }),
  })
  const acceptAll = async (proposals: readonly Proposal[]) => {
    const question = `Accept all ${proposals.length} proposed changes? They are written into the client's record.`
    if (await confirm(question, { confirmLabel: 'Accept All' })) decide.mutate({ how: 'accept', proposals })
  }
  return {
    busy: decide.isPending,
    accept: (proposal: Proposal) => decide.mutate({ how: 'accept', proposals: [proposal] }),
    dismiss: (proposal: Proposal) => decide.mutate({ how: 'dismiss', proposals: [proposal] }),
    acceptAll,
  }
}

interface Decision {
  readonly how: 'accept' | 'dismiss'
  readonly proposals: readonly Proposal[]
}

async function explain(error: Error): Promise<void> {
  const code = readRefusal(error)?.body?.code
  if (code === 'EDIT_CONFLICT') await alert(changedMeanwhile)
  else if (code === 'WRONG_STATE') await alert(decidedMeanwhile)
  else await alertFailure('The change could not be saved. Please try again.', error)
}
