import { readFileSync } from 'node:fs'
import type { ClientDocument, UploadAnswer } from '@agency/contract/documents'
import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { describe, expect, it } from 'vitest'
import { useSharedProduct } from './api-product.ts'

const { product, staff } = await useSharedProduct()

const pdf = { name: 'Plan “2026”.pdf', mimeType: 'application/pdf', buffer: readFileSync(onePagePdf) }
const text = { name: 'Notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Called back\n') }

async function addDocument(): Promise<{ clientId: string; document: ClientDocument }> {
  const { id: clientId } = await staff.addClient()
  const { files } = await staff.upload(clientId, pdf, { folder: 'Plans' })
  const [document] = files
  if (!document) throw new Error('The upload was answered without a file')
  return { clientId, document }
}

describe('documents of a client', () => {
  it('[AP-04] given files with folder, status and notes, when uploaded and listed, then each has what was sent and what it is', async () => {
    const { id } = await staff.addClient()
    const fields = { folder: 'Plans', status: 'new', signed: 'true', notes: '<p>From the <strong>carrier</strong></p>' }
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    for (const { name, mimeType, buffer } of [pdf, text])
      form.append('documents', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)

    const uploaded = await product.asStaff(`/upload/${id}`, { method: 'POST', form, headers: staff.headers })

    expect(uploaded.status).toBe(201)
    const { files }: UploadAnswer = await uploaded.json()
    const common = { ...fields, signed: true, version: 1 }
    expect(files).toMatchObject([
      { ...common, file_name: pdf.name, mime_type: 'application/pdf', file_size: pdf.buffer.length },
      { ...common, file_name: text.name, mime_type: 'application/octet-stream', file_size: text.buffer.length },
    ])
    const withoutUrl = ({ file_url: _url, ...document }: ClientDocument) => document
    const listed = await staff.documents(id)
    const byName = (one: ClientDocument, other: ClientDocument) => one.file_name.localeCompare(other.file_name)
    expect(listed.toSorted(byName).map(withoutUrl)).toEqual(files.toSorted(byName).map(withoutUrl))
  })

  it('[AP-04] given a document, when its address is asked for, then the bytes that were uploaded; an altered address is 404', async () => {
    const { document } = await addDocument()
    const file = await product.asStaff(`/${document.file_url}`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(Buffer.from(await file.arrayBuffer()).equals(pdf.buffer)).toBe(true)
    expect((await product.asStaff(`/${document.file_url}x`)).status).toBe(404)
  })

  it('[AP-04] given name, folder, status and notes, when patched, then they are changed and cleared, and what is not sent stays; deleted, then it is gone', async () => {
    const { clientId, document } = await addDocument()
    const changes = { file_name: 'Offer.pdf', folder: null, status: 'old', notes: '<p>Ask</p>' }
    const changed = await staff.changeDocument(document.id, changes)
    expect(changed).toMatchObject({ ...changes, id: document.id, signed: document.signed, version: 2 })
    expect(await staff.documents(clientId)).toMatchObject([{ ...changes, version: 2 }])
    expect((await staff.ask('DELETE', `/documents/${document.id}`)).status).toBe(204)
    expect(await staff.documents(clientId)).toEqual([])
    expect((await product.asStaff(`/${document.file_url}`)).status).toBe(404)
  })
})
