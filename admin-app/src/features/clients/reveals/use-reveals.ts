import type { ClientFieldName } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { revealApi } from '@agency/contract/reveals'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/call'
import { revealHeaders } from '../../../shared/reveals/reveal-headers'
import { isHidden, type RecordField } from '../record/record-fields'

/** The server audits it. Asks for a required reason; without one, the calls fail with an AbortError. */
export function useReveals() {
  const queryClient = useQueryClient()

  async function revealFields(clientId: string, fields: readonly ClientFieldName[]) {
    const headers = await revealHeaders(queryClient, clientId)
    return (await call(revealApi.fields, { params: { id: clientId }, headers, body: { fields } })).values
  }

  return {
    revealField: async (clientId: string, field: ClientFieldName): Promise<string | null> =>
      (await revealFields(clientId, [field]))[field] ?? null,
    /** The record with the values of those of these fields that are masked and not empty, in one reveal. */
    revealRecord: async (client: ClientRecord, fields: readonly RecordField[]): Promise<ClientRecord> => {
      const hidden = fields.filter((field) => isHidden(client, field)).map(({ name }) => name)
      return hidden.length === 0 ? client : { ...client, ...(await revealFields(client.id, hidden)) }
    },
    /** The value that is proposed for a masked field. */
    revealProposal: async (clientId: string, proposalId: string): Promise<string | null> => {
      const headers = await revealHeaders(queryClient, clientId)
      return (await call(revealApi.proposal, { params: { id: clientId, proposalId }, headers })).proposed
    },
  }
}
