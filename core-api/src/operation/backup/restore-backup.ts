import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FileRoot } from '../../platform/files/file-store.ts'
import { MissingFile } from '../../platform/files/file-store.ts'
import { decryptWith, WrongIdentity } from './age-encryption.ts'
import { type BackupDirectory, DamagedBackup } from './backup-directory.ts'
import type { BackupManifest, StoredCopy } from './backup-manifest.ts'
import { storedIdOf } from './backup-manifest.ts'
import { hashFile, hashStream, measuring } from './hashed-file.ts'

export interface VerifiedBackup {
  directory: BackupDirectory
  manifest: BackupManifest
  copies: StoredCopy[]
}

/** @param name the newest by default @throws DamagedBackup, which names the missing or altered file */
export async function verifyBackup(directory: BackupDirectory, name?: string): Promise<VerifiedBackup> {
  const names = directory.names()
  const chosen = name ?? names.at(-1)
  if (chosen === undefined) throw new Error(`No complete backup in ${directory.path}.`)
  if (!names.includes(chosen)) throw new Error(`No complete backup ${chosen} in ${directory.path}. --list shows all.`)
  const manifest = await directory.readManifest(chosen)
  const copies = await directory.readFileList(manifest)
  await requireDatabase(directory, manifest)
  for (const copy of copies) await requireCopy(directory, copy)
  return { directory, manifest, copies }
}

async function requireDatabase(directory: BackupDirectory, { name, database }: BackupManifest): Promise<void> {
  const { sha256 } = await hashFile(join(directory.pathOf(name), database.name)).catch((cause) => {
    throw new DamagedBackup(`The backup is damaged: ${database.name} cannot be read. Nothing was changed.`, { cause })
  })
  if (sha256 !== database.sha256) {
    throw new DamagedBackup(`The backup is damaged: ${database.name} was altered. Nothing was changed.`)
  }
}

async function requireCopy({ files }: BackupDirectory, { folder, id, sha256 }: StoredCopy): Promise<void> {
  const found = await hashStream(files.folder(folder).open(id)).catch((error: unknown) => {
    if (error instanceof MissingFile) return undefined
    throw error
  })
  if (found?.sha256 === sha256) return
  const what = found ? 'was altered' : 'is missing'
  throw new DamagedBackup(`The backup is damaged: the file ${folder}/${id} ${what}. Nothing was changed.`)
}

/** Decrypted. @param identity the content of the identity file @throws WrongIdentity before the first byte */
export async function openDump(
  { directory, manifest }: VerifiedBackup,
  identity: string | undefined,
): Promise<Readable> {
  const content = createReadStream(join(directory.pathOf(manifest.name), manifest.database.name))
  if (manifest.recipients.length === 0) return content
  if (identity !== undefined) return decryptWith(identity, content)
  content.destroy()
  throw new WrongIdentity(
    `The backup is encrypted for ${manifest.recipients.join(', ')}: --identity names the file with the secret key.`,
  )
}

/** Decrypts the whole dump, so that a wrong identity is found before anything is changed. */
export async function requireDecryptable(backup: VerifiedBackup, identity: string | undefined): Promise<void> {
  await finished((await openDump(backup, identity)).resume())
}

/** Restores the files, and the id of their installation, to a file store. Existing files are overwritten. */
export async function restoreFiles({ directory, manifest, copies }: VerifiedBackup, root: FileRoot): Promise<void> {
  for (const { folder, id, sha256 } of copies) {
    const { stream, measured } = measuring()
    await root.folder(folder).put(storedIdOf(id), [directory.files.folder(folder).open(id), stream])
    if (measured().sha256 !== sha256) throw new DamagedBackup(`The file ${folder}/${id} changed while it was copied.`)
  }
  if (manifest.installation_id) await root.writeText('installation-id', `${manifest.installation_id}\n`)
}
