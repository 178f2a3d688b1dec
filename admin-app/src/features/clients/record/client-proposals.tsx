import type { ClientRecord } from '@agency/contract/clients'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { proposalsQuery } from '../../../shared/proposals-query'

const ProposalsCard = lazy(async () => ({ default: (await import('../proposals/proposals-card')).ProposalsCard }))

/** What the client proposes to change, if anything. Should it not be had, the record is of use without it. */
export function ClientProposals({ client }: { readonly client: ClientRecord }) {
  const { data: proposals } = useQuery(proposalsQuery(client.id))
  if (proposals === undefined || proposals.length === 0) return null
  return (
    <Suspense fallback={null}>
      <ProposalsCard client={client} proposals={proposals} />
    </Suspense>
  )
}
