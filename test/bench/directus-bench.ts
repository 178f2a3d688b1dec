import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import * as Type from 'typebox'
import { Value } from 'typebox/value'
import { type BenchOptions, clientCalls, compareSides, comparisonColumns } from './core-bench.ts'
import { preparePostgres } from './dataset.ts'
import { logInAtCore, type Measured, password, Services } from './services.ts'
import { showTable } from './table.ts'
import { readTerms } from './terms.ts'

const email = 'admin@example.com'
const port = 8_155
const address = `http://127.0.0.1:${port}`
const columns = `id,client_first_name,client_last_name,dob,next_f_u_date,current_health_plan_name,status,primary_email,
primary_phone,updated_at,version`.replace('\n', '')
const LoginBody = Type.Object({ data: Type.Object({ access_token: Type.String() }) })

/** Where Directus is installed, and the Node that runs it: it needs one of its own major versions. */
function readPlace() {
  const { DIRECTUS: folder, DIRECTUS_NODE: node = process.execPath } = process.env
  if (!folder)
    throw new Error('Set DIRECTUS to a folder in which directus is installed; see the README of the benches.')
  return { node, command: join(folder, 'node_modules/directus/cli.js') }
}

/** Directus on the same database, without its own cache, rate limit and telemetry. */
class Directus {
  readonly #directory = mkdtempSync(join(tmpdir(), 'directus-'))
  readonly #place = readPlace()
  #process: ChildProcess | undefined

  async start(url: string): Promise<Measured> {
    const { node, command } = this.#place
    const options = {
      cwd: this.#directory,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DB_CLIENT: 'pg',
        DB_CONNECTION_STRING: url,
        SECRET: 'a secret of the bench and of nothing else',
        ADMIN_EMAIL: email,
        ADMIN_PASSWORD: password,
        ACCESS_TOKEN_TTL: '1h',
        HOST: '127.0.0.1',
        PORT: `${port}`,
        LOG_LEVEL: 'error',
        TELEMETRY: 'false',
        CACHE_ENABLED: 'false',
        RATE_LIMITER_ENABLED: 'false',
      },
    }
    await promisify(execFile)(node, [command, 'bootstrap'], options)
    this.#process = spawn(node, [command, 'start'], { ...options, stdio: 'ignore' })
    for (let tries = 0; !(await this.#answers()); tries++) {
      if (tries === 120) throw new Error('Directus did not start')
      await wait(500)
    }
    return { url: address, pid: this.#process.pid ?? 0 }
  }

  async #answers(): Promise<boolean> {
    return fetch(`${address}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  async logIn(): Promise<Record<string, string>> {
    const answer = await fetch(`${address}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const { data } = Value.Parse(LoginBody, await answer.json())
    return { authorization: `Bearer ${data.access_token}` }
  }

  async stop(): Promise<void> {
    if (this.#process) {
      const ended = once(this.#process, 'exit')
      this.#process.kill('SIGTERM')
      await ended
    }
    rmSync(this.#directory, { recursive: true })
  }
}

/** Directus, core-api and the floor answer the same three calls from the same table, in turns. */
export async function benchDirectus(options: BenchOptions): Promise<void> {
  const dataset = await preparePostgres(options.clients)
  const ours = new Services(dataset)
  const directus = new Directus()
  try {
    const terms = await readTerms(dataset)
    const core = await ours.startCore()
    const other = await directus.start(dataset.target.url)
    const sides = [
      { who: 'floor', ...(await ours.startFloor()) },
      { who: 'directus', ...other, headers: await directus.logIn() },
      { who: 'core', ...core, headers: await logInAtCore(core.url) },
    ]
    const { client, page, search, term } = clientCalls(terms)
    const listed = `/items/clients?limit=50&sort=client_last_name,client_first_name&fields=${columns}&filter[archived_at][_null]=true`
    const found = () => `${listed}&meta=filter_count&filter[search_text][_contains]=${term()}`
    const cases = [
      { name: 'one client', paths: { floor: client, directus: () => `/items${client()}`, core: client } },
      { name: 'a page of the list', paths: { floor: page, directus: () => listed, core: page } },
      { name: 'search, six letters', paths: { floor: search, directus: found, core: search } },
    ]
    const rows = await compareSides(sides, cases, dataset.serverPid, options)
    showTable(`Compared with Directus, ${options.callers} callers`, comparisonColumns, rows)
  } finally {
    await directus.stop()
    await ours.stop()
    await dataset.remove()
  }
}
