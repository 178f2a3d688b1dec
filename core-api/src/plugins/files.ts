import fp from 'fastify-plugin'
import { FileService } from '../features/files/file-service.ts'
import { openStore, type StoreSettings } from '../file-store/open-store.ts'
import type { SealedStore } from '../file-store/sealed-store.ts'
import { repeatWork } from '../jobs/repeat-work.ts'
import type { Keyring } from '../sealing/keyring.ts'

declare module 'fastify' {
  interface FastifyInstance {
    files: FileService
    fileStore: SealedStore
  }
}

const sweepInterval = 6 * 3_600_000

/** Makes stored files available to the features, and sweeps the store at the start and every six hours. */
export const files = fp(
  async (app, { config, keyring }: { config: StoreSettings; keyring: Keyring }) => {
    const { store, check, close } = await openStore(config, keyring)
    app.addHook('onClose', async () => close())
    if (!(await check())) app.log.warn('the file store does not answer; what needs it answers 503 until it does')
    const service = new FileService(store)
    app.decorate('files', service)
    app.decorate('fileStore', store)

    repeatWork(app, {
      every: sweepInterval,
      work: async () => app.log.info({ removed: await service.sweep(app.db) }, 'swept the file store'),
      failure: 'the file store could not be swept',
    })
  },
  { name: 'files', dependencies: ['database'] },
)
