import type { GlobalForm } from '@agency/contract/global-forms'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRequestedDialog } from '../../shared/dialogs/requested-dialog'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { globalFormsQuery } from '../../shared/new-form/new-form-api'
import { PageHeading } from '../../shared/page-heading'
import { Button } from '../../shared/shared-ui'
import { AddFormDialog } from './add-form-dialog'
import { EditFormDialog } from './edit-form-dialog'
import { FormFolders } from './form-folders'
import styles from './forms-page.module.css'
import { ConnectedProvider, SyncOutcome, useSyncTemplates } from './sync-templates'

interface FormsPageProps {
  /** The section about the fields on a form's pages. */
  readonly fields: (form: GlobalForm) => ReactNode
  /** Called after a form was added and its dialog has closed. */
  readonly onAdded: (form: GlobalForm) => void
}

/** The forms library. */
export function FormsPage({ fields, onAdded }: FormsPageProps) {
  const { data: forms, isError, refetch } = useQuery(globalFormsQuery)
  const [dialog, request] = useRequestedDialog()
  const edited = dialog?.name === 'edit-form' ? forms?.find(({ id }) => id === dialog.id) : undefined
  const close = () => request(null)
  const sync = useSyncTemplates()
  return (
    <div className={styles.page}>
      <PageHeading title="Forms">Forms</PageHeading>
      <section className="card" aria-labelledby="global-forms">
        <header className="card-header">
          <h2 id="global-forms">Global Forms</h2>
          <div className={styles.actions}>
            <Button variant="secondary" busy={sync.isPending} busyLabel="Syncing..." onClick={sync.start}>
              Sync Templates
            </Button>
            <Button onClick={() => request({ name: 'add-form' })}>Add Document</Button>
          </div>
        </header>
        <div className={styles.provider}>
          <ConnectedProvider />
          <SyncOutcome done={sync.done} reason={sync.reason} />
        </div>
        {forms === undefined && !isError && <Loading label="Loading forms" skeleton={styles.loading} />}
        {forms === undefined && isError && <LoadFailure message="The forms could not be loaded." retry={refetch} />}
        {forms?.length === 0 && (
          <div className="empty-state">
            <p>No Global Forms Found</p>
          </div>
        )}
        {forms !== undefined && <FormFolders forms={forms} onEdit={({ id }) => request({ name: 'edit-form', id })} />}
      </section>
      {dialog?.name === 'add-form' && <AddFormDialog onAdded={onAdded} onClose={close} />}
      {edited !== undefined && <EditFormDialog key={edited.id} form={edited} fields={fields(edited)} onClose={close} />}
    </div>
  )
}
