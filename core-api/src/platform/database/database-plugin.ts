import { mkdirSync } from 'node:fs'
import fp from 'fastify-plugin'
import { type Database, type DatabaseTarget, type OpenDatabase, openDatabase } from './database.ts'
import { DiskReserve } from './disk-reserve.ts'
import { migrate, type NewerSchema } from './migrate.ts'

declare module 'fastify' {
  interface FastifyInstance {
    db: Database
    databaseTarget: DatabaseTarget
    /** No other process uses this database. */
    alone: boolean
    /** How many statements of one kind run at a time, when calls share them: `groupCalls`. */
    databaseLanes: number
    /** Resolves when the embedded database has stopped. It cannot be restarted in this process. */
    databaseFailed: Promise<Error>
    /** What this release lacks of a newer one's schema, if that is what the database has. */
    newerSchema: NewerSchema | undefined
    /** Space that is kept for the embedded database on the disk. */
    diskReserve: DiskReserve | undefined
  }
}

export const database = fp(
  async (app, { target }: { target: DatabaseTarget }) => {
    const reserve = reserveOf(target)
    const { opened, newer } = await openMigrated(target, reserve)
    if (newer) app.log.warn(newer, 'the database has the schema of a newer release, which this one can work on')
    app.decorate('db', opened.db)
    app.decorate('databaseTarget', { getter: () => target })
    app.decorate('alone', 'directory' in target)
    app.decorate('newerSchema', newer)
    app.decorate('databaseLanes', opened.lanes)
    app.decorate('databaseFailed', opened.failed)
    app.decorate('diskReserve', reserve)
    app.addHook('onClose', opened.close)
  },
  { name: 'database' },
)

function reserveOf(target: DatabaseTarget): DiskReserve | undefined {
  if (!('directory' in target) || target.directory === null) return undefined
  mkdirSync(target.directory, { recursive: true, mode: 0o700 })
  return new DiskReserve(target.directory)
}

/** @throws with words for the operator if the disk is full */
async function openMigrated(
  target: DatabaseTarget,
  reserve: DiskReserve | undefined,
): Promise<{ opened: OpenDatabase; newer: NewerSchema | undefined }> {
  await reserve?.prepareStart()
  try {
    const opened = await openDatabase(target)
    return { opened, newer: await migrate(opened.db) }
  } catch (error) {
    throw reserve ? await reserve.startError(error) : error
  }
}
