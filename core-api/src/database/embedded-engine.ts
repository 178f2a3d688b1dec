import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { lockDirectory } from './directory-lock.ts'
import { syncTree } from './sync-tree.ts'
import { WorkerStream } from './worker-stream.ts'

const maintenanceInterval = 5 * 60_000

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

/**
 * Starts PostgreSQL in a worker thread of this process and gives a `pg` pool on it.
 * It has one connection: a second query waits until a transaction ends.
 * @param directory where the data lives, or null for memory alone
 */
export async function startEmbeddedEngine(
  directory: string | null,
  poolOptions: pg.PoolConfig,
): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  const lock = directory ? lockDirectory(directory) : undefined
  const cluster = directory ? join(directory, 'cluster') : null
  const isNew = cluster !== null && !existsSync(join(cluster, 'PG_VERSION'))
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: { directory: cluster } })
  await messageOf(worker, 'ready')
  if (cluster && isNew) syncTree(cluster)
  const pool = new pg.Pool({
    ...poolOptions,
    max: 1,
    user: 'postgres',
    database: 'postgres',
    stream: () => new WorkerStream(worker),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 0,
  })
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
    async close() {
      clearInterval(maintenance)
      await pool.end()
      const closed = messageOf(worker, 'closed')
      worker.postMessage({ kind: 'close' })
      await closed
      await worker.terminate()
      lock?.release()
    },
  }
}
