import { mkdirSync, openAsBlob } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableNodeFS } from './durable-node-fs.ts'

/** The thread of the engine. It takes one message of the wire protocol at a time, and posts the answer. */
const port = parentPort
if (!port) throw new Error('embedded-worker runs in a worker thread')
const { directory, from } = workerData as { directory: string | null; from?: string }

/** The engine touches all of its shared buffers at the start. With 10,000 clients, 32 MB of them save no processor time. */
const settings = ['fsync=on', 'wal_sync_method=fsync', 'max_wal_size=64MB', 'shared_buffers=8MB']
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...settings.flatMap((setting) => ['-c', setting]),
]
/** Of a new database. By default a segment of the write-ahead log has 16 MB, which a nearly full disk does not have. */
const initDbStartParams = ['--wal-segsize=1']

if (directory) mkdirSync(directory, { recursive: true, mode: 0o700 })
const engine = await PGlite.create({
  extensions: { pg_trgm },
  ...(directory ? { fs: new DurableNodeFS(directory), startParams, initDbStartParams } : {}),
  ...(from ? { loadDataDir: await openAsBlob(from) } : {}),
})

async function answer(message: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  // The engine reuses its buffer, so each part is copied at once.
  await engine.execProtocolRawStream(message, { onRawData: (part) => parts.push(part.slice()) })
  return Buffer.concat(parts)
}

async function handle(request: { kind: 'raw'; bytes: Uint8Array } | { kind: 'reset' } | { kind: 'close' }) {
  if (request.kind === 'raw') return port?.postMessage({ kind: 'raw', bytes: await answer(request.bytes) })
  if (request.kind === 'reset') {
    await engine.exec('ROLLBACK')
    await engine.exec('DISCARD ALL')
    return port?.postMessage({ kind: 'reset' })
  }
  await engine.close()
  port?.postMessage({ kind: 'closed' })
}

let queue: Promise<unknown> = Promise.resolve()
port.on('message', (request) => {
  queue = queue.then(() => handle(request))
})
port.postMessage({ kind: 'ready' })
