import fp from 'fastify-plugin'
import { FileService } from '../features/files/file-service.ts'
import { DiskStore } from '../file-store/disk-store.ts'
import { FileSealer } from '../sealing/file-sealer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    files: FileService
  }
}

/** Makes stored files available to the features. */
export const files = fp(
  async (app, options: { directory: string; masterKey: Buffer }) => {
    app.decorate('files', new FileService(new DiskStore(options.directory), new FileSealer(options.masterKey)))
  },
  { name: 'files' },
)
