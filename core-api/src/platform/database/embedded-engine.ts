import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { lockDirectory } from './directory-lock.ts'
import { syncTree } from './sync-tree.ts'
import { WorkerStream } from './worker-stream.ts'

const maintenanceInterval = 5 * 60_000

/** Where a restore unpacks a backup before it moves everything into place. */
export const restoringIn = (databaseDirectory: string): string => join(databaseDirectory, 'restoring')

/** @throws if a restore was interrupted: the directory holds parts of two databases */
function requireNoHalfRestore(databaseDirectory: string): void {
  if (!existsSync(restoringIn(databaseDirectory))) return
  throw new Error('A restore was interrupted. Run it again: npm run restore -- --from <backup> --replace')
}

function messageOf(worker: Worker, kind: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: { kind: string }) => {
      if (message.kind !== kind) return
      worker.off('message', onMessage)
      worker.off('error', reject)
      resolve()
    }
    worker.on('message', onMessage)
    worker.once('error', reject)
  })
}

function endOf(worker: Worker): Promise<Error> {
  return new Promise((resolve) => {
    worker.once('error', (cause) => resolve(new Error('The embedded database stopped', { cause })))
    worker.once('exit', (code) => resolve(new Error(`The embedded database stopped with code ${code}`)))
  })
}

async function closeEngine(worker: Worker) {
  const closed = messageOf(worker, 'closed')
  worker.postMessage({ kind: 'close' })
  await closed
  await worker.terminate()
}

/**
 * Starts an engine with one connection: queries wait for a transaction's end.
 * @param target null for a database in memory
 */
export async function startEmbeddedEngine(
  target: { directory: string | null; cluster?: string },
  poolOptions: pg.PoolConfig,
): Promise<{ pool: pg.Pool; failed: Promise<Error>; close(): Promise<void> }> {
  const { directory } = target
  if (directory) requireNoHalfRestore(directory)
  const lock = directory ? lockDirectory(directory) : undefined
  const cluster = directory ? join(directory, 'cluster') : null
  const isNew = cluster !== null && !existsSync(join(cluster, 'PG_VERSION'))
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { directory: cluster, from: target.cluster },
  })
  await messageOf(worker, 'ready')
  if (cluster && isNew) syncTree(cluster)
  let stopped = false
  const failed = endOf(worker)
  failed.then(() => {
    stopped = true
  })
  const pool = new pg.Pool({
    ...poolOptions,
    max: 1,
    user: 'postgres',
    database: 'postgres',
    stream: () => new WorkerStream(worker),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 0,
  })
  // A connection is lost only with the engine, which `failed` reports.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  // The engine has neither checkpointer nor autovacuum.
  const maintenance = setInterval(() => {
    pool.query('CHECKPOINT').then(
      () => pool.query('VACUUM ANALYZE'),
      () => undefined,
    )
  }, maintenanceInterval)
  maintenance.unref()

  return {
    pool,
    failed,
    async close() {
      clearInterval(maintenance)
      await pool.end()
      if (!stopped) await closeEngine(worker)
      lock?.release()
    },
  }
}
