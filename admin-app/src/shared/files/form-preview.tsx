import { useMutation, useQuery } from '@tanstack/react-query'
import { alertFailure } from '../dialogs/dialogs'
import { serverMessage } from '../dialogs/save-dialog'
import { LoadFailure } from '../loading/load-failure'
import { Loading } from '../loading/loading'
import splitRow from '../looks/split-row.module.css'
import { PdfPreview } from '../pdf-preview/pdf-preview'
import styles from './form-preview.module.css'
import { fileQuery, openFile } from './protected-file'

/** A form's PDF in the dialog, with a button that opens it in a new window. */
export function FormPreview({ path }: { readonly path: string }) {
  const { data: file, isError, error, refetch } = useQuery(fileQuery(path))
  const open = useMutation({
    mutationFn: () => openFile(path),
    onError: (error) => alertFailure('Failed to open the document.', error),
  })
  return (
    <div className={styles.preview}>
      <div className={`${splitRow.row} ${styles.header}`}>
        <span className="field-label">Preview</span>
        <button type="button" className="link-button" onClick={() => open.mutate()}>
          Open in New Window
        </button>
      </div>
      {isError && <LoadFailure message={failureText(error)} retry={refetch} />}
      {!isError && file === undefined && <Loading label="Loading preview" skeleton={styles.loading} />}
      {file !== undefined && <PdfPreview file={file} label="Preview of the document" />}
    </div>
  )
}

/** The server's message names a missing or damaged file, so that staff can report it. */
const failureText = (error: unknown): string =>
  serverMessage('FILE_MISSING', 'FILE_DAMAGED')(error) ?? 'The preview could not be loaded.'
