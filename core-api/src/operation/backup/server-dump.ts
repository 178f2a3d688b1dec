import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Database } from '../../platform/database/database.ts'
import { type DatabaseContents, exportSnapshot, readContents } from './backup-repository.ts'

export type WriteDump = (content: Readable) => Promise<void>

/** A program of PostgreSQL is missing or failed. The message is for the operator, not for staff. */
class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed'
}

/** Dumps one snapshot. `pg_restore` reads the same bytes: an unreadable dump fails. @returns its contents */
export async function dumpServer(
  { db, url, signal }: { db: Database; url: string; signal: AbortSignal },
  write: WriteDump,
): Promise<DatabaseContents> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const contents = await readContents(trx)
      const snapshot = `--snapshot=${await exportSnapshot(trx)}`
      const dump = start('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', snapshot], { url, signal })
      const check = start('pg_restore', ['--format=custom', '--file=/dev/null'], { signal })
      const content = dump.output.pipe(feeding(check))
      // It may fail before it is read. The reader and `ended` report the error.
      content.on('error', () => undefined)
      for (const { ended } of [dump, check]) ended.catch((error) => content.destroy(error))
      await allDone([dump.ended, check.ended, write(content)])
      return contents
    })
}

export async function loadServerDump(url: string, content: Readable): Promise<void> {
  const args = ['--format=custom', '--no-owner', '--no-privileges', '--no-comments', '--single-transaction']
  const load = start('pg_restore', [...args, '--exit-on-error', `--dbname=${withoutPassword(url)}`], { url })
  await allDone([load.ended, sendTo(load, content)])
}

/** Waits for all. @throws the first failure in this order */
async function allDone(work: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason
}

interface Program {
  child: ChildProcess
  output: Readable
  ended: Promise<void>
}

function start(name: string, args: string[], { url, signal }: { url?: string; signal?: AbortSignal }): Program {
  const connection = url === undefined ? {} : { PGPASSWORD: decodeURIComponent(new URL(url).password) }
  const database = url === undefined || name === 'pg_restore' ? [] : [`--dbname=${withoutPassword(url)}`]
  const child = spawn(name, [...args, ...database], {
    env: { ...process.env, ...connection },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(signal ? { signal, killSignal: 'SIGTERM' } : {}),
  })
  // The end of the program reports what has closed the pipe.
  child.stdin.on('error', () => undefined)
  if (name === 'pg_dump') child.stdin.end()
  else child.stdout.resume()
  const said = text(child.stderr).catch(() => '')
  return { child, output: child.stdout, ended: endOf(name, child, said) }
}

async function endOf(name: string, child: ChildProcess, said: Promise<string>): Promise<void> {
  try {
    await once(child, 'close')
  } catch (cause) {
    if (!isNotThere(cause)) throw cause
    throw new ProgramFailed(`The program ${name} is not installed. Install the client programs of PostgreSQL.`, {
      cause,
    })
  }
  if (child.exitCode !== 0) throw new ProgramFailed(`${name} failed: ${(await said).trim()}`)
}

const isNotThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A stream that forwards its input, and also writes it to a program. */
function feeding(program: Program): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      give(program, chunk).then(() => done(null, chunk), done)
    },
    flush(done) {
      program.child.stdin?.end()
      done()
    },
  })
}

/** Writes to a program, and waits if its input is full. `ended` reports why a program has stopped. */
async function give({ child, ended }: Program, chunk: Buffer): Promise<void> {
  const input = child.stdin
  if (!input?.writable || input.write(chunk)) return
  await Promise.race([once(input, 'drain'), ended])
}

async function sendTo(program: Program, content: Readable): Promise<void> {
  for await (const chunk of content) await give(program, chunk)
  program.child.stdin?.end()
}

/** Other users of the machine can see arguments, so they contain no password. */
function withoutPassword(url: string): string {
  const parsed = new URL(url)
  parsed.password = ''
  return parsed.href
}
