import { type ClientDocument, documentApi } from '@agency/contract/documents'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api'
import { readRefusal } from '../../shared/api-error'
import { callQuery, callUpload } from '../../shared/call'

export const documentsQuery = (id: string) => callQuery(['documents', id], documentApi.list, { params: { id } })

/** The signed URL expires after ten minutes: then the list is refetched. @throws HTTPError when the document is gone */
export async function readDocument(
  queryClient: QueryClient,
  clientId: string,
  document: ClientDocument,
): Promise<Blob> {
  try {
    return await api().get(document.file_url).blob()
  } catch (error) {
    if (readRefusal(error)?.status !== 404) throw error
    const documents = await queryClient.fetchQuery(documentsQuery(clientId))
    const again = documents.find(({ id }) => id === document.id)
    if (again === undefined) throw error
    return api().get(again.file_url).blob()
  }
}

/** A document's bytes. They leave the cache when no component uses them. */
export const documentContentQuery = (queryClient: QueryClient, clientId: string, document: ClientDocument) =>
  queryOptions({
    queryKey: ['file', 'document', document.id],
    queryFn: () => readDocument(queryClient, clientId, document),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export interface UploadFields {
  readonly status: string
  readonly folder: string
  readonly signed: boolean
  readonly notes: string
}

/** What is edited of a document. Files are uploaded with their own names. */
export interface DocumentDraft extends UploadFields {
  readonly file_name?: string
}

/** Uploads one file to a client's record. Each file has its own progress and can be cancelled. */
export async function uploadDocument(
  clientId: string,
  file: File,
  { signed, ...texts }: UploadFields,
  options: { readonly onProgress: (fraction: number) => void; readonly signal: AbortSignal },
): Promise<void> {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) if (text !== '') form.set(name, text)
  form.set('signed', String(signed))
  form.set('documents', file)
  await callUpload(documentApi.upload, { params: { clientId }, form, ...options })
}
