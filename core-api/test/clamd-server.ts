import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Clamd } from '../src/platform/files/uploads/clamd.ts'

/** A file that every scanner reports, and that harms nobody (eicar.org). In parts, so that no scanner reports this one. */
export const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join(''),
)

export interface ClamdServer {
  url: string
  close(): Promise<void>
}

/** Starts a real clamd on a socket of its own, whose database knows the EICAR file alone. */
export async function startClamd(): Promise<ClamdServer> {
  const directory = mkdtempSync(join(tmpdir(), 'clamd-'))
  const socket = join(directory, 'clamd.sock')
  const hash = spawnSync('md5sum', { input: eicar, encoding: 'utf8' }).stdout.slice(0, 32)
  writeFileSync(join(directory, 'eicar.hdb'), `${hash}:${eicar.length}:Eicar-Test-Signature\n`)
  const settings = [
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${directory}`,
    'Foreground yes',
    'StreamMaxLength 1M',
    'MaxThreads 2',
    'ConcurrentDatabaseReload no',
  ]
  writeFileSync(join(directory, 'clamd.conf'), `${settings.join('\n')}\n`)
  chmodSync(directory, 0o755)
  const server = spawn('clamd', [`--config-file=${join(directory, 'clamd.conf')}`], {
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })
  const ended = once(server, 'exit')
  const url = `unix://${socket}`
  await answers(url)
  return {
    url,
    async close() {
      server.kill()
      await ended
      rmSync(directory, { recursive: true })
    },
  }
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const isThere = await new Clamd(url).ping().then(
      () => true,
      () => false,
    )
    if (isThere) return
    await delay(100)
  }
  throw new Error('clamd has not started within 30 s')
}
