import { lazy, Suspense } from 'react'
import { DashboardPage } from '../../features/dashboard/dashboard-page'

const ProposalsDialog = lazy(async () => ({
  default: (await import('../../features/clients/proposals/proposals-dialog')).ProposalsDialog,
}))

/** The dashboard, with what a client proposes in a dialog. */
export function DashboardRoute() {
  return (
    <DashboardPage
      proposals={(client, onClose) => (
        <Suspense>
          <ProposalsDialog client={client} onClose={onClose} />
        </Suspense>
      )}
    />
  )
}
