import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { anchorFile } from '../../audit/anchors/anchor-store.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keyring } from '../../platform/encryption/keyring.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import type { DiskRoot } from '../../platform/files/disk-root.ts'
import { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import type { FileRoot } from '../../platform/files/file-store.ts'
import { hashStream } from '../backup/hashed-file.ts'
import { findLastAnchor, listNamedFiles } from './archive-repository.ts'
import type { ArchivedFile } from './pack-archive.ts'

const openPath = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|anchor-\d{10})$/
const storedPath = /^(trash\/)?[0-9a-f]{8}\/[\w-]+$/

/**
 * The decrypted files that rows name, and the anchors of the audit trail.
 * @param onLost is called for a file that the store does not have, or that is not what its row says
 */
export async function* openFiles(
  trx: Database,
  store: EncryptedStore,
  onLost: (path: string) => void,
): AsyncGenerator<ArchivedFile> {
  const lost = (path: string, error?: unknown) => {
    if (error instanceof StoreUnavailable) throw error
    onLost(path)
  }
  const last = await findLastAnchor(trx)
  for (let number = 1; number <= last; number++) {
    const path = anchorFile(number)
    const content = await buffer(store.open(path)).catch((error: unknown) => lost(path, error))
    if (content) yield { path, size: content.length, open: () => Readable.from([content]) }
  }
  for await (const { id, sha256, size } of listNamedFiles(trx)) {
    const found = await hashStream(store.open(id)).catch((error: unknown) => lost(id, error))
    if (found?.sha256 === sha256.toString('hex')) yield { path: id, size: Number(size), open: () => store.open(id) }
    else if (found) lost(id)
  }
}

/** All files as they are stored, those of the trash too. */
export async function* storedFiles(root: DiskRoot): AsyncGenerator<ArchivedFile> {
  const trash = (await root.foldersIn('trash')).map((name) => `trash/${name}`)
  const others = (await root.foldersIn('')).filter((name) => name !== 'trash')
  for (const folder of [...others, ...trash]) {
    const store = root.folder(folder)
    for await (const id of store.ids()) {
      yield { path: `${folder}/${id}`, size: await store.sizeOf(id), open: () => store.open(id) }
    }
  }
}

/** Where the files of an archive go. Each function throws for a path that an archive cannot have. */
export function placesOf(root: FileRoot, keyring: Keyring, form: 'open' | 'stored') {
  const encrypted = new EncryptedStore(keyring, root)
  const split = (path: string) => {
    const id = path.slice(path.lastIndexOf('/') + 1)
    const pattern = form === 'open' ? openPath : storedPath
    if (!pattern.test(path)) throw new Error(`The archive has a file without a valid name: ${path}.`)
    return { id, folder: root.folder(form === 'open' ? encrypted.newestFolder : path.slice(0, -id.length - 1)) }
  }
  return {
    put(path: string, content: Readable): Promise<void> {
      const { id, folder } = split(path)
      return form === 'open' ? encrypted.put(id, [content]) : folder.put(id, [content])
    },
    open(path: string): Readable {
      const { id, folder } = split(path)
      return form === 'open' ? encrypted.open(id) : folder.open(id)
    },
    remove(path: string): Promise<void> {
      const { id, folder } = split(path)
      return folder.remove(id)
    },
  }
}

/** Whether a file store has any file. */
export async function hasFiles(root: FileRoot): Promise<boolean> {
  if (await root.readText('installation-id')) return true
  for (const folder of await root.foldersIn('')) for await (const _id of root.folder(folder).ids()) return true
  return false
}
