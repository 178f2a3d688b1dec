import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupByFolder } from '../../shared/group-by-folder'
import { LoadFailure } from '../../shared/load-failure'
import { Button, FolderGroup } from '../../shared/shared-ui'
import { AddDocumentDialog } from './add-document-dialog'
import { SessionFormDialog } from './session-form-dialog'
import { sessionFormsQuery } from './session-forms-api'
import styles from './session-forms-card.module.css'
import { SessionFormsTable } from './session-forms-table'

/** The documents of a session by folder, their states following what the client does. */
export function SessionFormsCard({ sessionId }: { readonly sessionId: string }) {
  const { data: forms, isError, refetch } = useQuery(sessionFormsQuery(sessionId))
  const [adding, setAdding] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  const opened = forms?.find(({ id }) => id === openId)
  return (
    <section className="card" aria-labelledby="session-forms">
      <header className="card-header">
        <h2 id="session-forms">Forms &amp; Documents</h2>
        <Button onClick={() => setAdding(true)} disabled={forms === undefined}>
          Add Document
        </Button>
      </header>
      {forms === undefined && !isError && <p role="status">Loading forms...</p>}
      {forms === undefined && isError && <LoadFailure message="The documents could not be loaded." retry={refetch} />}
      {forms?.length === 0 && (
        <div className="empty-state">
          <p>No documents linked yet.</p>
        </div>
      )}
      {forms !== undefined && (
        <div className={styles.folders}>
          {groupByFolder(forms, '').map(({ name, items }) => (
            <FolderGroup key={name} name={name} count={items.length} unnamedLabel="No folder">
              <SessionFormsTable forms={items} onOpen={setOpenId} />
            </FolderGroup>
          ))}
        </div>
      )}
      {adding && forms !== undefined && (
        <AddDocumentDialog sessionId={sessionId} attached={forms} onClose={() => setAdding(false)} />
      )}
      {opened !== undefined && <SessionFormDialog form={opened} onClose={() => setOpenId(null)} />}
    </section>
  )
}
