import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useReadOnly } from '../../shared/archive/read-only'
import { useFileDrop } from '../../shared/files/use-file-drop'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { persistState } from '../../shared/persist-draft'
import { Button, FolderGroup, groupByFolder } from '../../shared/shared-ui'
import styles from '../../shared/tables/panel.module.css'
import { DocumentDialog } from './document-dialog'
import { documentsQuery } from './document-queries'
import dropStyles from './documents-panel.module.css'
import { DocumentsTable } from './documents-table'
import { DroppedFiles, uploadTo, useDroppedFiles } from './dropped-files'
import { endOfferedUpload, useOfferedUpload } from './offered-upload'
import { UploadDialog } from './upload-dialog'

const useUploading = persistState<boolean>()
const useOpenId = persistState<string | null>()

/** The folder at an element of the card; `''` outside of any folder. */
const folderAt = (target: Element): string => target.closest<HTMLElement>('[data-folder]')?.dataset.folder ?? ''

const dropHint = (folder: string): string => (folder === '' ? 'Drop to upload.' : `Drop to upload to ${folder}.`)

/** A client's uploaded files by folder, with the Upload button. Files can be dropped on its card. */
export function DocumentsPanel({ clientId }: { readonly clientId: string }) {
  const { data: documents, isError, refetch } = useQuery(documentsQuery(clientId))
  const [uploading, setUploading] = useUploading(clientId, false)
  const [openId, setOpenId] = useOpenId(clientId, null)
  const opened = documents?.find(({ id }) => id === openId)
  const folders = groupByFolder(documents ?? [], { unfiled: 'uncategorized', order: 'alphabetical' })
  const panel = useRef<HTMLDivElement>(null)
  const dropped = useDroppedFiles(clientId)
  const readOnly = useReadOnly()
  const offered = useOfferedUpload(clientId)
  // Another visit of the record does not begin with it.
  useEffect(() => endOfferedUpload, [])
  const closeUpload = () => {
    setUploading(false)
    endOfferedUpload()
  }
  const over = useFileDrop({
    // The whole card around the panel takes files.
    area: () => (readOnly ? null : (panel.current?.closest('section') ?? null)),
    onDrop: (files, target) => uploadTo(dropped, folderAt(target), files),
  })
  return (
    <div ref={panel} className={`${styles.panel} ${dropStyles.panel}`} data-dropping={over !== null}>
      {over !== null && <p className={dropStyles.hint}>{dropHint(folderAt(over))}</p>}
      {documents === undefined && isError && (
        <LoadFailure message="The documents could not be loaded." retry={refetch} />
      )}
      {documents === undefined && !isError && <Loading label="Loading documents" skeleton={styles.loading} />}
      {documents?.length === 0 && (
        <div className={styles.none}>
          <p>No documents uploaded yet.</p>
          {!readOnly && <p>Drop files on this card, or choose Upload.</p>}
        </div>
      )}
      {folders.length > 0 && (
        <div className="folder-tables">
          {folders.map(({ name, items }) => (
            <div key={name} data-folder={items[0]?.folder?.trim() ?? ''}>
              <FolderGroup name={name} count={items.length}>
                <DocumentsTable folder={name} documents={items} onOpen={setOpenId} />
              </FolderGroup>
            </div>
          ))}
        </div>
      )}
      <DroppedFiles uploads={dropped} />
      {!readOnly && (
        <Button variant="secondary" className={styles.action} onClick={() => setUploading(true)}>
          Upload
        </Button>
      )}
      {(uploading || offered) && <UploadDialog clientId={clientId} onClose={closeUpload} />}
      {opened !== undefined && (
        <DocumentDialog key={opened.id} clientId={clientId} document={opened} onClose={() => setOpenId(null)} />
      )}
    </div>
  )
}
