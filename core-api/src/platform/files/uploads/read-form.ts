import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { InvalidInput, TooLarge } from '../../errors.ts'
import { partsOf } from './multipart-parts.ts'
import { emptyFile } from './read-uploads.ts'
import { requireClean } from './require-clean.ts'

interface FileLimit {
  /** In bytes. */
  limit: number
  /** Said of a larger file. */
  tooLarge: string
}

/** RFC 7578: at most one part `file`. @throws InvalidInput, TooLarge, FileInfected */
export async function readForm(
  request: FastifyRequest,
  most: FileLimit,
): Promise<{ fields: Record<string, string>; file: Buffer | undefined }> {
  const fields: Record<string, string> = {}
  let file: Buffer | undefined
  for await (const part of partsOf(request, { fileSize: most.limit, files: 1, fields: 20, fieldSize: 200_000 })) {
    if (part.type === 'file') file = await readFile(request, part, most)
    else if (typeof part.value === 'string') fields[part.fieldname] = part.value
  }
  return { fields, file }
}

async function readFile(
  request: FastifyRequest,
  part: MultipartFile,
  { tooLarge }: FileLimit,
): Promise<Buffer | undefined> {
  if (part.fieldname !== 'file') {
    part.file.resume()
    throw new InvalidInput([{ field: part.fieldname, message: 'is not a known part; the file is the part `file`' }])
  }
  const content = await part.toBuffer().catch((error: unknown) => {
    // The plugin's error says neither the limit nor what to do.
    throw part.file.truncated ? new TooLarge(tooLarge) : error
  })
  if (content.length === 0) {
    // Browsers send such a part for a chooser without a choice.
    if (part.filename === '') return undefined
    throw new InvalidInput([{ field: 'file', message: emptyFile }])
  }
  await requireClean(request, [content])
  return content
}
