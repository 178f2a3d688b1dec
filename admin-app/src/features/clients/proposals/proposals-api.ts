import { api, ifMatch } from '../../../shared/api'

interface Decided {
  readonly clientId: string
  readonly proposalId: string
}

/**
 * Writes a proposed value into the record.
 * @param version of the record that the person saw
 * @throws HTTPError EDIT_CONFLICT when the field was changed since; WRONG_STATE when somebody dismissed it
 */
export async function acceptProposal({ clientId, proposalId }: Decided, version: number): Promise<void> {
  await api().post(`clients/${clientId}/proposals/${proposalId}/accept`, { headers: ifMatch(version) })
}

/** Lets a proposed value be. @throws HTTPError WRONG_STATE when somebody accepted it */
export async function dismissProposal({ clientId, proposalId }: Decided): Promise<void> {
  await api().post(`clients/${clientId}/proposals/${proposalId}/dismiss`)
}
