import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { persistState } from '../../shared/persist-draft'
import { Button, FolderGroup, groupByFolder } from '../../shared/shared-ui'
import styles from '../../shared/tables/panel.module.css'
import { DocumentDialog } from './document-dialog'
import { documentsQuery } from './documents-api'
import { DocumentsTable } from './documents-table'
import { UploadDialog } from './upload-dialog'

const useUploading = persistState<boolean>()
const useOpenId = persistState<string | null>()

/** A client's uploaded files by folder, with the Upload button. */
export function DocumentsPanel({ clientId }: { readonly clientId: string }) {
  const { data: documents, isError, refetch } = useQuery(documentsQuery(clientId))
  const [uploading, setUploading] = useUploading(clientId, false)
  const [openId, setOpenId] = useOpenId(clientId, null)
  const opened = documents?.find(({ id }) => id === openId)
  const folders = groupByFolder(documents ?? [], { unfiled: 'uncategorized', order: 'alphabetical' })
  return (
    <div className={styles.panel}>
      {documents === undefined && isError && (
        <LoadFailure message="The documents could not be loaded." retry={refetch} />
      )}
      {documents === undefined && !isError && <Loading label="Loading documents" skeleton={styles.loading} />}
      {documents?.length === 0 && <p className={styles.none}>No documents uploaded yet.</p>}
      {folders.map(({ name, items }) => (
        <FolderGroup key={name} name={name} count={items.length}>
          <DocumentsTable folder={name} documents={items} onOpen={setOpenId} />
        </FolderGroup>
      ))}
      <Button className={styles.action} onClick={() => setUploading(true)}>
        Upload
      </Button>
      {uploading && <UploadDialog clientId={clientId} onClose={() => setUploading(false)} />}
      {opened !== undefined && (
        <DocumentDialog key={opened.id} clientId={clientId} document={opened} onClose={() => setOpenId(null)} />
      )}
    </div>
  )
}
