import type { FastifyRequest } from 'fastify'
import { InvalidInput } from '../../errors.ts'
import type { FileService, StoredFile } from '../file-service.ts'
import { fileNameOf } from './file-names.ts'
import { partsOf } from './multipart-parts.ts'
import { requireClean } from './require-clean.ts'
import type { ScanState } from './virus-scan.ts'

export interface Upload {
  file: StoredFile
  name: string
  scan: ScanState
}

export const emptyFile = 'is empty (0 bytes): save or download it again, then choose it again'

const limits = { files: 20, fields: 20, fieldSize: 200_000, parts: 40 }

/** Stores files for `use`, and discards all if it or the body fails. @param largest bytes that one file may have */
export async function withUploads<Result>(
  request: FastifyRequest,
  { files, part: fileField, largest }: { files: FileService; part: string; largest: number },
  use: (uploads: Upload[], fields: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const uploads: Upload[] = []
  const fields: Record<string, string> = {}
  try {
    for await (const part of partsOf(request, { ...limits, fileSize: largest + 1 })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value
      } else if (part.fieldname === fileField) {
        const file = await files.store(part.file, largest)
        if (file.size === 0) {
          await files.discard([file.id])
          // Browsers send such a part for a chooser without a choice.
          if (part.filename === '') continue
          throw new InvalidInput([{ field: fileField, message: emptyFile }])
        }
        const upload: Upload = { file, name: fileNameOf(part.filename), scan: 'not_scanned' }
        uploads.push(upload)
        upload.scan = await requireClean(request, await files.openLarge(file))
      } else {
        part.file.resume()
        throw new InvalidInput([
          { field: part.fieldname, message: `is not a known part; files are parts \`${fileField}\`` },
        ])
      }
    }
    return await use(uploads, fields)
  } catch (error) {
    await files.discard(uploads.map(({ file }) => file.id))
    throw error
  }
}
