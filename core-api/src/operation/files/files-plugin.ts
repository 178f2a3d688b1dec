import { isDiskFull } from '@agency/service-kit/disk-full'
import fp from 'fastify-plugin'
import type { Keyring } from '../../platform/encryption/keyring.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import type { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import { FileService } from '../../platform/files/file-service.ts'
import { openStore, type StoreSettings } from '../../platform/files/open-store.ts'
import { requireNoHalfRestore } from '../../platform/files/restoring-mark.ts'
import { hasSameInstallation, matchInstallation } from './match-installation.ts'

declare module 'fastify' {
  interface FastifyInstance {
    files: FileService
    fileStore: EncryptedStore
    /** @throws if the file store belongs to another installation, or is unavailable */
    requireOwnFileStore(): Promise<void>
  }
}

interface FileSettings extends StoreSettings {
  /** Id of the file store that this database adopts at this start, or `unmarked`. */
  ADOPT_FILE_STORE?: string
}

/** How long the result of a bucket's check is cached, in ms, since each check costs requests. */
const probeEvery = 30_000

/** Refuses the start after an interrupted restore. A bucket that is unavailable is compared before its first use. */
export const files = fp(
  async (app, { config, keyring }: { config: FileSettings; keyring: Keyring }) => {
    const { root, store, check, close } = await openStore(config, keyring)
    app.addHook('onClose', async () => close())
    const matching = { db: app.db, root, store, cipher: app.cipher, adopt: config.ADOPT_FILE_STORE }
    let isMatched = false
    const match = async () => {
      if (isMatched) return
      await requireNoHalfRestore(root)
      await matchInstallation(matching)
      isMatched = true
    }
    if (await check()) await match()
    else app.log.warn('the file store is unavailable; requests that need it get 503')
    if (config.ADOPT_FILE_STORE) app.log.warn('ADOPT_FILE_STORE is set: it is for one start, so remove it now')

    const requireMatch = async () => {
      try {
        await match()
      } catch (cause) {
        app.log.error({ err: cause }, 'the file store could not be compared with the database')
        throw new StoreUnavailable({ cause })
      }
    }
    app.decorate('files', new FileService(store, requireMatch))
    app.decorate('fileStore', store)
    app.decorate('requireOwnFileStore', async () => {
      await match()
      if (!(await hasSameInstallation(matching))) throw new StoreUnavailable()
    })

    const isShared = config.S3_BUCKET !== undefined
    const probe = remembered(isShared ? probeEvery : 0, async () => {
      await app.requireOwnFileStore()
      await root.probe()
    })
    app.addHealthCheck({
      id: 'file-store',
      title: 'File store',
      // Another replica may have a working disk. A bucket is shared by all replicas.
      affectsReadiness: !isShared,
      async run() {
        const problem = await probe().then(
          () => undefined,
          (error: unknown) => error,
        )
        if (problem === undefined) return { state: 'ok', message: 'Files can be written and read.' }
        app.log.error({ err: problem }, 'the file store failed its check')
        // Reading goes on: the replica stays ready.
        if (!isShared && isDiskFull(problem)) return { state: 'warning', message: diskIsFull }
        return { state: 'failing', message: isShared ? bucketFails : diskFails }
      },
    })
  },
  { name: 'files', dependencies: ['database', 'health-checks', 'encryption'] },
)

const diskFails =
  'Files cannot be written or read. The folder may be gone or not mounted, the disk full, or it is the folder of ' +
  'another installation. Whoever runs the server finds the reason in its log.'
const diskIsFull = 'The disk is full: files can be read, and none can be stored. Free space.'
const bucketFails =
  'The storage of files (an S3 bucket) does not answer, refuses, or belongs to another installation. Everything that ' +
  'needs no file works. Whoever runs the server finds the reason in its log.'

/** Caches a success. @param age ms */
function remembered(age: number, ask: () => Promise<void>): () => Promise<void> {
  let until = 0
  return async () => {
    if (performance.now() < until) return
    await ask()
    until = performance.now() + age
  }
}
