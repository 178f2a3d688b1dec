import fp from 'fastify-plugin'
import { Clamd } from './clamd.ts'

export type ScanState = 'clean' | 'not_scanned'

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined if the installation has no scanner. */
    virusScanner: Pick<Clamd, 'scan'> | undefined
  }
}

const notScanned =
  'Uploaded files are not scanned for viruses. Whoever runs the server sets up a scanner (ClamAV) by the setting CLAMD_URL.'

/** @param url of clamd; without it, uploads are not scanned */
export const virusScan = fp(
  async (app, { url }: { url: string | undefined }) => {
    const clamd = url === undefined ? undefined : new Clamd(url)
    app.decorate('virusScanner', clamd)
    app.addHealthCheck({
      id: 'virus-scanner',
      title: 'Virus scanner',
      affectsReadiness: false,
      async run() {
        if (!clamd) return { state: 'warning', message: notScanned }
        try {
          await clamd.ping()
          return { state: 'ok', message: 'Uploaded files are scanned.' }
        } catch (error) {
          app.log.error({ err: error }, 'the virus scanner does not answer')
          return { state: 'failing', message: 'The virus scanner does not answer. Uploads are refused until it does.' }
        }
      },
    })
  },
  { name: 'virus-scan', dependencies: ['health-checks'] },
)
