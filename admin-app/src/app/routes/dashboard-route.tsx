import { DashboardPage } from '../../features/dashboard/dashboard-page'
import { loadedPart } from '../../shared/shared-ui'

const ProposalsDialog = loadedPart(
  async () => (await import('../../features/clients/proposals/proposals-dialog')).ProposalsDialog,
)

export function DashboardRoute() {
  return <DashboardPage proposals={(client, onClose) => <ProposalsDialog client={client} onClose={onClose} />} />
}
