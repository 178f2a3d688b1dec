import fp from 'fastify-plugin'
import { inMegabytes } from '../database/disk-reserve.ts'
import { DiskFull } from '../errors.ts'
import { repeatWork } from '../jobs/repeat-work.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on a route that only records what it reads, or ends a login. Routes without a login always may. */
    whileDiskFull?: boolean
  }
}

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const checkEvery = 1_000

/** Refuses other changes than logins with 507, so that they do not take what reading and logging in need. */
export const fullDiskGuard = fp(
  async (app) => {
    const reserve = app.diskReserve
    if (!reserve) return
    let wasFull = false
    const isFull = async (): Promise<boolean> => {
      const full = await reserve.isFull()
      if (full && !wasFull) app.log.error('The disk is full. Reading and logging in go on. Free space.')
      if (!full && wasFull) app.log.warn('The disk has space again.')
      wasFull = full
      return full
    }
    repeatWork(app, {
      every: checkEvery,
      work: async () => void (await isFull()),
      failure: 'the reserve for a full disk could not be checked',
    })
    app.addHook('preHandler', async ({ method, principal, routeOptions }) => {
      if (!writes.has(method)) return
      const full = await isFull()
      if (full && principal?.kind !== 'nobody' && !routeOptions.config.whileDiskFull) throw new DiskFull()
    })
    app.addHealthCheck({
      id: 'disk-reserve',
      title: 'Reserve for a full disk',
      affectsReadiness: false,
      async run() {
        const full = await isFull()
        const left = inMegabytes(await reserve.size())
        if (!full)
          return { state: 'ok', message: `${left} are kept so that reading and logging in go on with a full disk.` }
        return {
          state: 'failing',
          message: `The disk is full. Reading and logging in go on, and nothing else can be saved. ${left} are left for them. Free space.`,
        }
      },
    })
  },
  { name: 'full-disk-guard', dependencies: ['database', 'health-checks', 'principals'] },
)
