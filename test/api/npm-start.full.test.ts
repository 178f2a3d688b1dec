import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished, vi } from 'vitest'
import { buildParts } from '../../scripts/build.ts'
import { readOffice } from '../../scripts/office.ts'
import { freePort, startProduct } from '../../scripts/product.ts'
import { root } from '../../scripts/repository.ts'

const startLimit = 400_000
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 120_000, interval: 200 })

/** The processes that another one has started. @returns their ids and commands */
function childrenOf({ pid }: ChildProcess): { pid: number; command: string }[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  return lines.flatMap((line) => {
    const [own, parent, ...command] = line.trim().split(/\s+/)
    return Number(parent) === pid ? [{ pid: Number(own), command: command.join(' ') }] : []
  })
}

it(
  'given npm start, when core-api and the bff are killed, then both come back and answer, and an interrupt ends all at once',
  async () => {
    const [dataDirectory, port] = [mkdtempSync(join(tmpdir(), 'npm-start-')), await freePort()]
    onTestFinished(() => rmSync(dataDirectory, { recursive: true, force: true }))
    const child = spawn(process.execPath, ['scripts/start.ts'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDirectory, PORT: String(port), DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines: string[] = []
    createInterface(child.stdout).on('line', (line) => lines.push(line))
    const ready = async () => expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
    await vi.waitFor(() => expect(lines.join('\n')).toContain('Stop with Ctrl+C'), {
      timeout: startLimit,
      interval: 200,
    })
    expect(lines).toContain('core-api creates the database.')
    await ready()

    for (const [name, source] of [
      ['core-api', 'core-api/src/main.ts'],
      ['bff', 'bff/dist/main.js'],
    ] as const) {
      const killed = childrenOf(child).find(({ command }) => command.includes(source))
      if (!killed) throw new Error(`${name} does not run`)
      process.kill(killed.pid, 'SIGKILL')
      await until(() => expect(lines).toContain(`${name} runs again.`))
      // The bff may have marked the core down for a moment more.
      await until(ready)
    }

    const services = childrenOf(child)
    const exited = once(child, 'exit')
    child.kill('SIGINT')
    expect(await exited).toEqual([0, null])
    const left = execFileSync('ps', ['-A', '-o', 'pid='], { encoding: 'utf8' }).split('\n').map(Number)
    expect(services.filter(({ pid }) => left.includes(pid))).toEqual([])
  },
  startLimit,
)

it(
  'given the settings of an office, when it starts, then cookies need TLS, staff need a second factor, and logs go to its output',
  async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'office-'))
    onTestFinished(() => rmSync(dataDirectory, { recursive: true, force: true }))
    buildParts({ quick: true })
    const given = { DOMAIN: 'agency.example', BACKUP_TO: dataDirectory, BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` }
    const office = readOffice(given, 1_000)
    const product = await startProduct({
      dataDirectory,
      port: 0,
      ...office,
      environment: {
        ...office.environment,
        DATABASE_URL: '',
        LOG_LEVEL: 'fatal',
        ADMIN_PASSWORD: 'a quiet lamp of theirs',
      },
      logsToOutput: true,
    })
    onTestFinished(product.stop)
    expect(product).toMatchObject({ clientUrl: office.publicUrl, staffUrl: office.staffUrl })
    const login = await fetch(`${product.bffUrl}/admin/_api/admin/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': new URL(office.staffUrl).host,
        origin: office.staffUrl,
      },
      body: JSON.stringify({ username: 'admin', password: 'a quiet lamp of theirs' }),
    })
    expect(login.headers.getSetCookie().filter((cookie) => !cookie.includes('Secure'))).toEqual([])
    expect([login.status, await login.text()]).toEqual([200, expect.stringContaining('second_factor')])
    expect((await fetch(`${product.bffUrl}/docs/json`)).status).toBe(401)
    expect(existsSync(join(dataDirectory, 'logs'))).toBe(false)
  },
  startLimit,
)
