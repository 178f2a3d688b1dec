import { randomUUID } from 'node:crypto'
import { constants, existsSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { openDatabase } from '../../platform/database/database.ts'
import { lockDirectory } from '../../platform/database/directory-lock.ts'
import { restoringIn } from '../../platform/database/embedded-engine.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { type Keyring, keysOf } from '../../platform/encryption/keyring.ts'
import { DiskRoot } from '../../platform/files/disk-root.ts'
import { storedFiles } from '../archive/archived-files.ts'
import { packArchive } from '../archive/pack-archive.ts'
import { copyName } from '../backup/embedded-dump.ts'

export interface MovingSource {
  dataDirectory: string
  keyring: Keyring
}

/** Sends a stopped installation and changes nothing of it: a copy is migrated and read. @throws DirectoryInUse */
export async function sendInstallation(source: MovingSource, use: (stream: Readable) => Promise<void>): Promise<void> {
  const { dataDirectory, keyring } = source
  const directory = join(dataDirectory, 'database')
  const lock = lockDirectory(directory, `The product runs in ${dataDirectory}. Stop it, then move it.`)
  const copy = join(directory, `${copyName}${randomUUID()}`)
  try {
    if (existsSync(restoringIn(directory))) throw new Error(`A restore to ${dataDirectory} was interrupted.`)
    await cp(join(directory, 'cluster'), join(copy, 'cluster'), { recursive: true, mode: constants.COPYFILE_FICLONE })
    const { db, close } = await openDatabase({ directory: copy })
    try {
      if (await migrate(db)) throw new Error('A newer release has changed this database. Move it with that release.')
      const keyIds = keysOf(keyring).map(({ id }) => id.toString('hex'))
      const files = () => storedFiles(new DiskRoot(join(dataDirectory, 'files')))
      const packing = { form: 'stored', cipher: new FieldCipher(keyring), keyIds, files } as const
      await db.transaction().execute((trx) => packArchive({ ...packing, trx }, use))
    } finally {
      await close()
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
    lock.release()
  }
}
