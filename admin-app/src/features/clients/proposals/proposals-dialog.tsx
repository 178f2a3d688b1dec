import type { ClientListItem } from '@agency/contract/clients'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { proposalsQuery } from '../../../shared/client-queries'
import { clientName, counted } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { paths } from '../../../shared/paths'
import { RevealReasonDialog } from '../../../shared/reveals/reveal-reason-dialog'
import { Button, Modal } from '../../../shared/shared-ui'
import { policyProposalsQuery } from '../policies/policy-queries'
import { sectionId } from '../record/record-sections'
import { ProposalsCard } from './proposals-card'

interface ProposalsDialogProps {
  readonly client: ClientListItem
  readonly onClose: () => void
}

/** What a client proposes, to decide on it without opening the record. */
export function ProposalsDialog({ client, onClose }: ProposalsDialogProps) {
  const { data: proposals, isError, refetch } = useQuery(proposalsQuery(client.id))
  const { data: named } = useQuery(policyProposalsQuery(client.id))
  const policies = named?.proposals.length ?? 0
  return (
    <Modal
      open
      onOpenChange={onClose}
      title={`Changes of ${clientName(client) || 'the client'}`}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {proposals === undefined && !isError && <Loading label="Loading changes..." />}
      {proposals === undefined && isError && <LoadFailure message="The changes could not be loaded." retry={refetch} />}
      {proposals?.length === 0 && named && policies === 0 && <p>All changes are decided.</p>}
      {proposals !== undefined && proposals.length > 0 && <ProposalsCard client={client} proposals={proposals} />}
      {policies > 0 && (
        <p>
          {counted(policies, 'policy is', 'policies are')} proposed from a signed document.{' '}
          <Link to={`${paths.client(client.id)}#${sectionId('policies')}`}>Add or dismiss it in the record</Link>
        </p>
      )}
      <RevealReasonDialog />
    </Modal>
  )
}
