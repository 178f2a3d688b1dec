import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// In another locale `unzip` writes names with letters beyond ASCII in a way of its own.
const env = { ...process.env, LC_ALL: 'C.UTF-8' }

function run(tool: string, args: string[], cwd: string) {
  const { error, status, stderr } = spawnSync(tool, args, { cwd, env, encoding: 'utf8' })
  if (error) throw new Error(`These tests need ${tool} on the PATH.`, { cause: error })
  return { status, stderr }
}

function inDirectory<T>(use: (directory: string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'packet-test-'))
  try {
    return use(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** What is in an archive, by name, as `unzip` takes it out. @throws when `unzip` complains of anything */
export function unzip(archive: Uint8Array): Map<string, Buffer> {
  return inDirectory((directory) => {
    const [packed, folder] = [join(directory, 'packed.zip'), join(directory, 'out')]
    writeFileSync(packed, archive)
    const { status, stderr } = run('unzip', ['-q', packed, '-d', folder], directory)
    if (status !== 0) throw new Error(`unzip ended with ${status}: ${stderr}`)
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
    const names = all.filter((name) => statSync(join(folder, name)).isFile())
    return new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
  })
}

/** Whether `openssl` finds a detached signature (CMS, DER) to be of these bytes. */
export function cmsFits(content: Uint8Array, signature: Uint8Array): boolean {
  return inDirectory((directory) => {
    writeFileSync(join(directory, 'content'), content)
    writeFileSync(join(directory, 'signature'), signature)
    const files = ['-in', 'signature', '-content', 'content', '-out', 'verified']
    return (
      run('openssl', ['cms', '-verify', '-inform', 'DER', ...files, '-binary', '-noverify'], directory).status === 0
    )
  })
}
