import fp from 'fastify-plugin'
import { FileService } from '../features/files/file-service.ts'
import { DiskStore } from '../file-store/disk-store.ts'
import { FileSealer } from '../sealing/file-sealer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    files: FileService
  }
}

const sweepInterval = 6 * 3_600_000

/** Makes stored files available to the features, and sweeps the store at the start and every six hours. */
export const files = fp(
  async (app, options: { directory: string; masterKey: Buffer }) => {
    const service = new FileService(new DiskStore(options.directory), new FileSealer(options.masterKey))
    app.decorate('files', service)

    let sweeping: Promise<void> = Promise.resolve()
    const sweep = () => {
      sweeping = service.sweep(app.db).then(
        (removed) => app.log.info({ removed }, 'swept the file store'),
        (error) => app.log.error({ err: error }, 'the file store could not be swept'),
      )
    }
    const timer = setInterval(sweep, sweepInterval)
    app.addHook('onReady', async () => sweep())
    app.addHook('preClose', async () => {
      clearInterval(timer)
      await sweeping
    })
  },
  { name: 'files', dependencies: ['database'] },
)
