import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { useOfferedCommand } from '../../shared/page-commands'
import { persistState } from '../../shared/persist-draft'
import { Button, FolderGroup, groupByFolder } from '../../shared/shared-ui'
import { AddDocumentDialog } from './add/add-document-dialog'
import { CreateDocumentDialog } from './add/create-document-dialog'
import { DeclinedNotice, isDeclined } from './declined-notice'
import { EditDocumentDialog } from './edit/edit-document-dialog'
import { isInPacket, PacketButton } from './packet-button'
import { sessionFormsQuery } from './session-forms-api'
import styles from './session-forms-card.module.css'
import { nextOrderIndex } from './table/form-order'
import { SessionFormsTable } from './table/session-forms-table'
import { useFormOrder } from './table/use-form-order'
import { isUnsealed, UnsealedNotice } from './unsealed-notice'

const useOpenId = persistState<string | null>()
const useAddingDialog = persistState<'existing' | 'new-soon' | 'new' | null>()

interface SessionFormsCardProps {
  readonly sessionId: string
  readonly sessionCode: string
}

/** The documents of a session by folder. Their states are polled. */
export function SessionFormsCard({ sessionId, sessionCode }: SessionFormsCardProps) {
  const { data, isError, refetch } = useQuery(sessionFormsQuery(sessionId))
  const { forms, reorder } = useFormOrder(sessionId, data)
  const [adding, setAdding] = useAdding(sessionId)
  const [openId, setOpenId] = useOpenId(sessionId, null)
  useOfferedCommand(forms === undefined ? null : 'Add Document', () => setAdding('existing'))
  const opened = forms?.find(({ id }) => id === openId)
  return (
    <section className="card" aria-labelledby="session-forms">
      <header className="card-header">
        <h2 id="session-forms">Forms &amp; Documents</h2>
        <div className={styles.actions}>
          {forms?.some(isInPacket) && <PacketButton sessionCode={sessionCode} />}
          <Button onClick={() => setAdding('existing')} disabled={forms === undefined}>
            Add Document
          </Button>
        </div>
      </header>
      {forms === undefined && !isError && <Loading label="Loading forms..." />}
      {forms === undefined && isError && <LoadFailure message="The documents could not be loaded." retry={refetch} />}
      {forms?.length === 0 && (
        <div className="empty-state">
          <p>No documents linked yet.</p>
        </div>
      )}
      {forms !== undefined && (
        <div className={styles.folders}>
          {forms.filter(isUnsealed).map((form) => (
            <UnsealedNotice key={form.id} form={form} onOpen={() => setOpenId(form.id)} />
          ))}
          {forms.filter(isDeclined).map((form) => (
            <DeclinedNotice key={form.id} form={form} onOpen={() => setOpenId(form.id)} />
          ))}
          {groupByFolder(forms, { unfiled: '', order: 'alphabetical' }).map(({ name, items }) => (
            <FolderGroup key={name} name={name} count={items.length} unnamedLabel="No folder">
              <SessionFormsTable forms={items} onOpen={setOpenId} onReorder={reorder} />
            </FolderGroup>
          ))}
        </div>
      )}
      {adding === 'existing' && forms !== undefined && (
        <AddDocumentDialog
          sessionId={sessionId}
          attached={forms}
          onCreate={() => setAdding('new-soon')}
          onClose={() => setAdding(null)}
        />
      )}
      {adding === 'new' && forms !== undefined && (
        <CreateDocumentDialog
          sessionId={sessionId}
          orderIndex={nextOrderIndex(forms)}
          onClose={() => setAdding(null)}
        />
      )}
      {opened !== undefined && <EditDocumentDialog key={opened.id} form={opened} onClose={() => setOpenId(null)} />}
    </section>
  )
}

/** Milliseconds between the close of one dialog and the opening of the next. */
const pause = 200

/** The open dialog for adding a document. */
function useAdding(sessionId: string) {
  const [adding, setAdding] = useAddingDialog(sessionId, null)
  useEffect(() => {
    if (adding !== 'new-soon') return
    const timer = setTimeout(() => setAdding('new'), pause)
    return () => clearTimeout(timer)
  }, [adding, setAdding])
  return [adding, setAdding] as const
}
