import type { ClientDocument } from '@agency/contract/documents'
import type { PrincipalStatement } from '@agency/contract/principal'
import { type Core, nobody } from './core.ts'

/** Asks for several files at once to be added to a client's record. */
export async function upload(core: Core, as: PrincipalStatement, clientId: string, contents: Uint8Array[]) {
  const form = new FormData()
  for (const [n, content] of contents.entries()) {
    form.append('documents', new Blob([Uint8Array.from(content)]), `file ${n}.bin`)
  }
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return core.ask(as, {
    method: 'POST',
    url: `/upload/${clientId}`,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}

/** The same. @returns the documents as they were stored */
export async function uploadAll(...given: Parameters<typeof upload>): Promise<ClientDocument[]> {
  return (await upload(...given)).json().files
}

export async function listDocuments(core: Core, as: PrincipalStatement, clientId: string): Promise<ClientDocument[]> {
  return (await core.ask(as, { method: 'GET', url: `/clients/${clientId}/documents` })).json()
}

/** Downloads a document by its signed address. */
export const download = (core: Core, { file_url }: ClientDocument) =>
  core.ask(nobody, { method: 'GET', url: `/${file_url}` })
