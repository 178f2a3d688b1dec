import { v7 as uuid, validate } from 'uuid'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import { openAuditKey } from '../../platform/audit-trail/open-audit-key.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import { countFiles, findKnownIds } from '../../platform/files/file-repository.ts'
import type { FileRoot } from '../../platform/files/file-store.ts'
import {
  confirmInstallation,
  type Installation,
  insertInstallation,
  lockInstallation,
  readInstallation,
  replaceInstallation,
} from './installation-repository.ts'

export { readInstallationId } from './installation-repository.ts'

export interface Matching {
  db: Database
  root: FileRoot
  store: EncryptedStore
  cipher: FieldCipher
  /** `ADOPT_FILE_STORE`: the id of the file store that this database adopts, or `unmarked`. */
  adopt: string | undefined
}

const markName = 'installation-id'
/** The sample of files that decides whether an unmarked store belongs to this database. */
const sampleSize = 1_000

/** The file store and the database belong to different installations. The message is for the operator. */
class OtherInstallation extends Error {
  override readonly name = 'OtherInstallation'
}

/** Database first, then store, then confirmed, so that the next start can complete it. @throws OtherInstallation */
export async function matchInstallation(matching: Matching): Promise<string> {
  const { db, root } = matching
  const found = await readInstallation(db)
  if (found?.stored_at && found.id === (await readMark(root))) return found.id
  // An adoption is recorded in the audit trail, whose plugin is registered later.
  if (matching.adopt) await openAuditKey(db, matching.cipher)
  const { id, isMarked } = await db.transaction().execute(async (trx) => {
    await lockInstallation(trx)
    const [ours, mark] = [await readInstallation(trx), await readMark(root)]
    return { id: await agree({ ...matching, db: trx }, ours, mark), isMarked: mark !== undefined }
  })
  if (!isMarked) await root.writeText(markName, `${id}\n`)
  await confirmInstallation(db, id)
  return id
}

export async function hasSameInstallation({ db, root }: Pick<Matching, 'db' | 'root'>): Promise<boolean> {
  const ours = await readInstallation(db)
  return ours !== undefined && ours.id === (await readMark(root))
}

async function readMark(root: FileRoot): Promise<string | undefined> {
  const mark = (await root.readText(markName))?.trim()
  if (mark === undefined || validate(mark)) return mark
  throw new OtherInstallation(`The file ${markName} in ${root.description} does not hold an id. Restore it.`)
}

/** @returns the id for both */
async function agree(
  matching: Matching & { db: Transaction },
  ours: Installation | undefined,
  mark: string | undefined,
): Promise<string> {
  if (ours && ours.id === mark) return ours.id
  if (ours && mark === undefined) return keepOurs(matching, ours)
  if (mark !== undefined) return takeTheirs(matching, ours, mark)
  const id = uuid()
  const problem = await whyUnfit(matching)
  if (problem && matching.adopt !== 'unmarked') throw new OtherInstallation(`${problem} ${advice('unmarked')}`)
  await insertInstallation(matching.db, id)
  if (problem) await recordAdoption(matching.db, 'a file store without an id')
  return id
}

/** The store has no id. That is correct if the id was never written to it. */
async function keepOurs({ db, root, adopt }: Matching, ours: Installation): Promise<string> {
  if (ours.stored_at === null) return ours.id
  if (adopt !== 'unmarked') {
    throw new OtherInstallation(
      `The database belongs to installation ${ours.id}, but the file store, ${root.description}, has no installation id: ` +
        `it is empty, or another one. ${advice('unmarked')}`,
    )
  }
  await recordAdoption(db, 'a file store without an id')
  return ours.id
}

async function takeTheirs(
  { db, root, adopt }: Matching & { db: Transaction },
  ours: Installation | undefined,
  mark: string,
) {
  if (adopt !== mark) {
    const database = ours
      ? `the database to installation ${ours.id}`
      : 'the database has none: it is new, or older than the file store'
    throw new OtherInstallation(
      `The file store, ${root.description}, belongs to installation ${mark}, but ${database}. ${advice(mark)}`,
    )
  }
  await replaceInstallation(db, mark)
  await recordAdoption(db, `installation ${mark}`)
  return mark
}

const advice = (adopt: string): string =>
  'Nothing was changed. Check DATABASE_URL, DATA_DIR and S3_BUCKET: one of them may be wrong, or only one of the two was ' +
  `restored. If these files belong to this database, start once with ADOPT_FILE_STORE=${adopt}.`

const recordAdoption = (db: Database, detail: string) =>
  recordSystemEvent(db, { action: 'installation.file-store-adopted', detail })

/** Compares the files of a store without an id with the rows of this database. @returns a mismatch */
async function whyUnfit({ db, root, store }: Matching): Promise<string | undefined> {
  const sample = new Set<string>()
  for await (const id of store.ids()) {
    if (validate(id)) sample.add(id)
    if (sample.size === sampleSize) break
  }
  const named = await countFiles(db)
  if (sample.size === 0 && named === 0) return undefined
  const places = `the file store, ${root.description},`
  if (sample.size === 0) return `The database names ${named} files, but ${places} has none.`
  const known = await findKnownIds(db, [...sample])
  if (known.size * 2 >= sample.size) return undefined
  return `The database does not know ${sample.size - known.size} of ${sample.size} files that ${places} has.`
}
