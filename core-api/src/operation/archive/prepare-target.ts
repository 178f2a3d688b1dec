import type { Database } from '../../platform/database/database.ts'
import { migrate, readMigrations } from '../../platform/database/migrate.ts'
import { type Keyring, keysOf } from '../../platform/encryption/keyring.ts'
import type { FileRoot } from '../../platform/files/file-store.ts'
import { archiveMark, findRestoring } from '../../platform/files/restoring-mark.ts'
import { readInstallationId } from '../files/match-installation.ts'
import type { ArchiveHeader } from './archive-format.ts'
import { isNew, listTables } from './archive-repository.ts'
import { hasFiles } from './archived-files.ts'

/**
 * Makes the tables of a target, which must be empty unless a run with this archive was interrupted.
 * @returns whether there was such a run, whether it has committed the database, and its mark
 * @throws before anything is changed
 */
export async function prepareTarget(
  { db, root, keyring }: { db: Database; root: FileRoot; keyring: Keyring },
  header: ArchiveHeader,
): Promise<{ isContinued: boolean; isLoaded: boolean; mark: string }> {
  requireRelease(header, Object.keys(await readMigrations()))
  const keyIds = keysOf(keyring).map(({ id }) => id.toString('hex'))
  const missing = header.key_ids.filter((id) => !keyIds.includes(id))
  if (missing.length > 0)
    throw new Error(`The new installation lacks the master keys ${missing.join(', ')} (docs/keys.md).`)
  const mark = archiveMark(header.form === 'open' ? 'import' : 'move', header.installation_id)
  const isContinued = (await findRestoring(root)) === mark
  const tables = await listTables(db)
  const isOurs = tables.includes('installation')
  if (isContinued && isOurs && (await readInstallationId(db)) === header.installation_id)
    return { isContinued, isLoaded: true, mark }
  if (tables.length > 0 && !(isOurs && (await isNew(db))))
    throw new Error('The database has tables with data. Name an empty one.')
  if (!isContinued && (await hasFiles(root)))
    throw new Error(`The file store is not empty: ${root.description}. Name an empty one.`)
  await migrate(db)
  return { isContinued, isLoaded: false, mark }
}

function requireRelease({ migrations, product_version }: ArchiveHeader, own: readonly string[]): void {
  if (own.join() === migrations.join()) return
  const isNewer = migrations.some((name) => !own.includes(name))
  const advice = isNewer ? 'Update this installation' : 'Use that release here, and update afterwards'
  throw new Error(
    `The archive is of ${isNewer ? 'a newer' : 'an older'} release, core-api ${product_version}. ${advice}.`,
  )
}
