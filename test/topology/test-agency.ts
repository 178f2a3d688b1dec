import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import { sendTls } from '@agency/test-kit/nginx/send'
import { freePort } from '../../scripts/product.ts'
import { newTally } from './app-calls.ts'
import { checkWalked } from './check-walked.ts'
import { ComposeEngine } from './compose-engine.ts'
import { addPebble, pebbleDirectory } from './pebble.ts'
import { logInStaff, type Walked, walk } from './walk.ts'

/**
 * ./agency on a container engine, from a fresh checkout: installed with a certificate of pebble, which is renewed; a wrong
 * setting refused with nothing touched; a right one, a document signed, an update and the way back without a failed call; PostgreSQL of another
 * version; a backup that serves after all volumes are gone.
 */
const domain = 'agency.test'
const [port, tlsPort] = [await freePort(), await freePort()]
const engine = new ComposeEngine({})
const answers = { OWNER_EMAIL: `dana@${domain}`, AGENCY_NAME: "O'Brien & $ons", AGENCY_PHONE: '(555) 010-0100' }
const environment = {
  ...process.env,
  ...answers,
  SMTP_URL: 'later',
  BACKUPS: 'later',
  // Staff call with a password alone. Compose takes it from here, not from .env.
  STAFF_MFA: 'off',
  PORT: String(port),
  TLS_PORT: String(tlsPort),
  ACME_SERVER: pebbleDirectory,
  COMPOSE_PROJECT_NAME: engine.project,
}
const problems: string[] = []
const say = (line: string) => process.stdout.write(`${line}\n`)
const path = (name: string) => join(engine.directory, name)

function expect(isTrue: boolean, problem: string): void {
  if (!isTrue) problems.push(problem)
}

/** Calls ./agency while nobody calls the product. */
function call(...args: string[]): SpawnSyncReturns<string> {
  const options = { cwd: engine.directory, env: environment, encoding: 'utf8', input: '' } as const
  return spawnSync(path('agency'), args, options)
}

const adminPassword = () => readFileSync(path('secrets/admin_password'), 'utf8').trim()

const onStaffHost = (path: string, message: object) => sendTls(tlsPort, { host: `staff.${domain}`, path, ...message })

const logInWalker = () => logInStaff({ port: tlsPort, domain }, adminPassword(), newTally())

/** Logs in as the first admin. @returns the header of the calls that follow */
async function logIn(): Promise<{ authorization: string }> {
  const answer = await onStaffHost('/admin/_api/admin/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword() }),
  })
  expect(answer.status === 200, `the first login got ${answer.status}: ${answer.content}`)
  return { authorization: `Bearer ${JSON.parse(answer.content.toString()).token}` }
}

/** Calls ./agency while staff call core-api, one call after the other. A call that fails is a problem. */
async function callUnderLoad(...args: string[]): Promise<void> {
  const headers = await logIn()
  const began = performance.now()
  const child = spawn(path('agency'), args, {
    cwd: engine.directory,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  let calls = 0
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await onStaffHost('/admin/_api/admin/me', { headers }).catch(() => undefined)
    calls += 1
    // Without a pause, a fast machine passes nginx's limit per address.
    await delay(20)
    if (answer?.status !== 200) problems.push(`${args.join(' ')}: a call got ${answer?.status ?? 'no answer'}`)
  }
  await ended
  expect(child.exitCode === 0, `${args.join(' ')} ended with ${child.exitCode}`)
  say(`${args.join(' ')}: ${calls} calls in ${Math.round((performance.now() - began) / 1000)} s`)
}

/** The certificate that a visitor gets. */
async function readServed(): Promise<{ issuer: string; serial: string }> {
  const socket = connect({ host: '127.0.0.1', port: tlsPort, servername: `staff.${domain}`, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { issuer, serialNumber } = socket.getPeerCertificate()
  socket.destroy()
  return { issuer: String(issuer.CN), serial: serialNumber }
}

async function checkRenewal(): Promise<void> {
  let first = await readServed()
  // Reloaded, nginx still answers by its former workers for a moment.
  for (let tries = 0; tries < 20 && !/^Pebble/.test(first.issuer); tries += 1) {
    await delay(500)
    first = await readServed()
  }
  expect(/^Pebble/.test(first.issuer), `the first certificate is of ${first.issuer}`)
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await readServed()).serial !== first.serial) {
      say('the certificate was renewed and is served')
      return
    }
    await delay(1000)
  }
  problems.push('the certificate was not renewed')
}

const containers = () => engine.run('ps', '--quiet').trim().split('\n').sort().join()

function checkRefusal(): void {
  const before = containers()
  const settings = readFileSync(path('.env'))
  appendFileSync(path('.env'), 'SESSION_DAYS=twenty\n')
  const { status, stderr } = call('apply')
  expect(status === 1 && /SESSION_DAYS: must be integer/.test(stderr), `a wrong setting: ${status} ${stderr}`)
  expect(containers() === before, 'a wrong setting replaced a container')
  writeFileSync(path('.env'), settings)
}

/**
 * Gives PostgreSQL another major version: that of `POSTGRES_UPGRADE`, for which core-api gets a newer pg_dump if it must.
 * Without it, the same image by another name: the way there, on a machine that need not reach a registry.
 */
function checkUpgrade(): void {
  const to = process.env.POSTGRES_UPGRADE ?? '99'
  if (to === '99') spawnSync('docker', ['tag', 'postgres:17', 'postgres:99'])
  const { status, stdout, stderr } = call('upgrade-database', to)
  expect(status === 0 && stdout.includes(`PostgreSQL has version ${to}`), `upgrade-database: ${status} ${stderr}`)
  const server = engine.run('exec', '-T', 'postgres', 'printenv', 'POSTGRES_VERSION').trim()
  expect(server === to, `PostgreSQL still has version ${server}`)
  say(stdout.trim())
}

/**
 * @param printed what the installation printed, with the key of the backups
 * @param walked what must be there afterwards
 */
async function checkRestore(printed: string, walked: Walked): Promise<void> {
  const backedUp = call('backup')
  expect(backedUp.status === 0, `backup ended with ${backedUp.status}: ${backedUp.stderr}`)
  engine.run('down', '--volumes')
  writeFileSync(path('key.txt'), /AGE-SECRET-KEY-1\w+/.exec(printed)?.[0] ?? '')
  const restored = call('restore', 'key.txt')
  expect(restored.status === 0, `restore ended with ${restored.status}: ${restored.stderr}`)
  const page = await sendTls(tlsPort, { host: `client.${domain}`, path: '/session' })
  expect(page.content.includes('Brien &amp; $ons'), `after the restore, the page is ${page.status} ${page.content}`)
  // After a GET, since the kept-alive connection has lost its other end: only a GET is sent again.
  problems.push(...(await checkWalked(await logInWalker(), [walked])))
  say('restored from the backup, and served')
}

try {
  addPebble(engine, { domain, lifetime: 180 })
  const began = performance.now()
  const installed = call('install', domain)
  say(`installed after ${Math.round((performance.now() - began) / 1000)} s`)
  expect(installed.status === 0, `install ended with ${installed.status}: ${installed.stderr}`)
  expect(installed.stdout.match(/AGE-SECRET-KEY-1/g)?.length === 1, 'the backup key was not shown once')
  expect((statSync(path('.env')).mode & 0o777) === 0o600, '.env can be read by others')
  if (installed.status === 0) {
    await checkRenewal()
    checkRefusal()
    appendFileSync(path('.env'), 'SESSION_DAYS=20\n')
    await callUnderLoad('apply')
    const walked = await walk(await logInWalker())
    say('a document was signed and sealed')
    appendFileSync(path('core-api/src/main.ts'), '// Another release.\n')
    await callUnderLoad('update')
    await callUnderLoad('update', '--back')
    checkUpgrade()
    await checkRestore(installed.stdout, walked)
  }
} catch (error) {
  problems.push(String(error))
} finally {
  engine.remove()
}
for (const problem of new Set(problems)) say(`  ${problem}`)
say(`${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
