import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './product.ts'

export interface PostgresServer {
  /** Of its own database `postgres`, as its superuser. */
  url: string
  start(): void
  /** Ends every connection at once, as a crash does. */
  stopHard(): void
  stop(): void
  remove(): void
}

const debian = '/usr/lib/postgresql'

/** Where the newest installed server's programs are; undefined without one. */
export function findPostgres(): string | undefined {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

/** PostgreSQL refuses to run as root. */
function run(command: string, args: string[]) {
  const isRoot = process.getuid?.() === 0
  const { status, stderr } = isRoot
    ? spawnSync('runuser', ['-u', 'postgres', '--', command, ...args], { encoding: 'utf8' })
    : spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}

function idOf(option: '-u' | '-g'): number {
  return Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)
}

function ownDirectory(keptIn: string | undefined): string {
  if (keptIn) mkdirSync(keptIn, { recursive: true })
  const directory = keptIn ?? mkdtempSync(join(tmpdir(), 'postgres-'))
  if (process.getuid?.() === 0) chownSync(directory, idOf('-u'), idOf('-g'))
  return directory
}

/** Starts a new cluster. @param settings of postgresql.conf @param keptIn a directory for a cluster that is kept */
export async function startPostgresServer(
  settings: Record<string, string> = {},
  keptIn?: string,
): Promise<PostgresServer> {
  const bin = findPostgres()
  if (!bin) throw new Error('Please install PostgreSQL (postgresql, by Debian’s name).')
  const directory = ownDirectory(keptIn)
  const cluster = join(directory, 'cluster')
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8']
  if (!existsSync(cluster)) {
    run(join(bin, 'initdb'), ['-D', cluster, '-U', 'tester', '--auth=trust', '--no-sync', ...locale])
  }
  const port = await freePort()
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: "''",
    max_connections: '60',
    ...settings,
  }
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)
  const control = (...args: string[]) => run(join(bin, 'pg_ctl'), ['-D', cluster, '-w', ...args])
  const start = () => control('-l', join(directory, 'log'), '-o', options.join(' '), 'start')
  const stopHard = () => control('-m', 'immediate', 'stop')
  start()
  return {
    url: `postgres://tester@127.0.0.1:${port}/postgres`,
    start,
    stopHard,
    stop: () => control('-m', 'fast', 'stop'),
    remove() {
      stopHard()
      rmSync(directory, { recursive: true })
    },
  }
}

/** The PostgreSQL server for tests: that of `TEST_DATABASE_URL`, or a new one. `remove` removes a new one only. */
export async function testServer(): Promise<Pick<PostgresServer, 'url' | 'remove'>> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, remove: () => undefined }
  // What tests write need not survive a crash.
  return startPostgresServer({
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '400',
  })
}

export async function withServer<Result>(use: (url: string) => Result): Promise<Result> {
  const server = await testServer()
  try {
    return use(server.url)
  } finally {
    server.remove()
  }
}
