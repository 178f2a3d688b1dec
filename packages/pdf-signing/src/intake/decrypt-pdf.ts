import { PDF, PdfName } from '../libpdf.ts'
import { PdfRefused } from '../pdf-errors.ts'
import { resolverOf } from '../pdf-objects.ts'
import { neededPassword, protectionOf } from '../reading/read-original.ts'
import { assertBounded } from './bounded-pdf.ts'

/** An upload that can be read: `plain` without encryption, `password` if `bytes` need one. */
export type OpenUpload = { bytes: Uint8Array; password: string | undefined; plain: Uint8Array }

/** ISO 32000-2, 7.6. @throws {PdfRefused} `PDF_PASSWORD_…`, `PDF_ENCRYPTED`, `PDF_TOO_COMPLEX` */
export async function openUpload(bytes: Uint8Array, given?: string): Promise<OpenUpload> {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/Encrypt'))
    return { bytes, password: undefined, plain: bytes }
  const password = await neededPassword(bytes, given)
  const plain = await decrypt(bytes, password)
  await assertBounded(plain)
  return { bytes, password, plain }
}

async function decrypt(bytes: Uint8Array, password = ''): Promise<Uint8Array> {
  try {
    const pdf = await PDF.load(bytes, { credentials: password })
    if (!pdf.isEncrypted) return bytes
    if (!pdf.isAuthenticated && !locksOnlyAttachments(pdf)) throw new PdfRefused('PDF_ENCRYPTED')
    // `removeProtection` would need the owner's password, although everything can be read without.
    Object.assign(pdf.context.info, { isEncrypted: false, securityHandler: null })
    // Without a change, the file would be returned as it is.
    pdf.getCatalog().set('Type', PdfName.of('Catalog'))
    return Uint8Array.from(await pdf.save())
  } catch (cause) {
    if (cause instanceof PdfRefused) throw cause
    throw new PdfRefused(protectionOf(cause) ?? 'PDF_UNREADABLE', { cause })
  }
}

/** Whether the pages are not encrypted, only attached files, which are removed anyway (ISO 32000-2, 7.6.6). */
function locksOnlyAttachments(pdf: PDF): boolean {
  const resolve = resolverOf(pdf)
  const encryption = pdf.context.info.trailer.getDict('Encrypt', resolve)
  const version = encryption?.getNumber('V', resolve)?.value ?? 0
  const isOpen = (filter: string) => (encryption?.getName(filter, resolve)?.value ?? 'Identity') === 'Identity'
  return version >= 4 && isOpen('StmF') && isOpen('StrF')
}
