import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import type { FileService } from '../../platform/files/file-service.ts'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import { deleteOldCopies } from './review-copy-repository.ts'

const hour = 3_600_000
const hoursKept = 24
const batch = 100

/** A sealed file begins with the copy. @returns how many */
export async function deleteOldReviews({ db, files }: { db: Database; files: FileService }): Promise<number> {
  const ids = await db.transaction().execute(async (trx) => {
    const deleted = await deleteOldCopies(trx, hoursKept, batch)
    for (const id of deleted) await files.forget(trx, id)
    return deleted
  })
  // A file that is left behind here has no row, so the sweep removes it.
  await files.discard(ids)
  return ids.length
}

export async function reviewRetention(app: FastifyInstance): Promise<void> {
  const { db, files } = app
  repeatWork(app, {
    every: hour,
    work: async () => {
      while ((await deleteOldReviews({ db, files })) === batch);
    },
    failure: 'old review copies could not be deleted',
  })
}
