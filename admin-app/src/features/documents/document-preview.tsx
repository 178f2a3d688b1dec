import type { ClientDocument } from '@agency/contract/documents'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { PdfPreview } from '../../shared/pdf-preview/pdf-preview'
import styles from './document-preview.module.css'
import { documentContentQuery } from './document-queries'

interface DocumentPreviewProps {
  readonly clientId: string
  readonly document: ClientDocument
}

/** Image types that every browser shows and that can't contain scripts. */
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** The largest file that is previewed, in bytes. Larger files can be uploaded (UPLOAD_LIMIT_MB), and downloaded. */
const largest = 25 * 1024 * 1024

/** The preview of an image or PDF. Other files can only be downloaded. */
export function DocumentPreview({ clientId, document }: DocumentPreviewProps) {
  const known = images.has(document.mime_type) || document.mime_type === 'application/pdf'
  if (!known) return <p className={styles.none}>There is no preview of this kind of file. Download it to see it.</p>
  if (document.file_size > largest)
    return <p className={styles.none}>This file is too large for a preview. Download it to see it.</p>
  return <Content clientId={clientId} document={document} />
}

function Content({ clientId, document }: DocumentPreviewProps) {
  const queryClient = useQueryClient()
  const { data: file, isError, refetch } = useQuery(documentContentQuery(queryClient, clientId, document))
  if (isError) return <LoadFailure message="The preview could not be loaded." retry={refetch} />
  if (file === undefined) return <Loading label="Loading preview" skeleton={styles.loading} />
  if (images.has(document.mime_type)) return <Picture file={file} name={document.file_name} />
  return <PdfPreview file={file} label={`Preview of ${document.file_name}`} />
}

function Picture({ file, name }: { readonly file: Blob; readonly name: string }) {
  const [address, setAddress] = useState<string | null>(null)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (broken) {
    return (
      <p className="notice" data-tone="warning" role="alert">
        This picture could not be shown. Download it to see it.
      </p>
    )
  }
  if (address === null) return null
  return <img className={styles.picture} src={address} alt={`Preview of ${name}`} onError={() => setBroken(true)} />
}
