import { sendJson } from '@agency/test-kit/api/send'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { prepareReplicasOnServer } from '@agency/test-kit/product/replicas'
import { expect, it, onTestFinished } from 'vitest'
import type { Service } from '../../scripts/product.ts'

/** Stops a process as a debugger would, until the test ends. It still accepts connections. */
function hang({ process: child }: Service): void {
  child.kill('SIGSTOP')
  onTestFinished(() => void child.kill('SIGCONT'))
}

/** How long a call took, in ms, and its status. */
async function timed(call: () => Promise<Response>) {
  const begun = performance.now()
  const { status } = await call()
  return { status, took: performance.now() - begun }
}

const [probeLimit, callLimit] = [3_000, 10_000]

it('[SI-11] given two core-apis of which one is hung, when asked, then readiness within 3 seconds, calls within 10 from the other or 503, and after it goes on as before', async () => {
  const replicas = await prepareReplicasOnServer({ STAFF_MFA: 'off' })
  onTestFinished(replicas.stop)
  const cores = [await replicas.startCore(), await replicas.startCore()]
  const [one, two] = cores
  if (!one || !two) throw new Error('Nothing was started')
  const bff = await replicas.startBff(cores.map(({ address }) => address).join(','))
  const headers = await logInHeader(bff.address)
  const clients = `${bff.address}/admin/_api/clients`
  const read = () => timed(() => fetch(clients, { headers }))
  const create = () => timed(() => sendJson(clients, 'POST', { client_last_name: 'Lima' }, headers))
  const ready = () => timed(() => fetch(`${bff.address}/readyz`))

  hang(one)
  const probes = await Promise.all([ready(), ready()])
  for (const { status, took } of probes) {
    expect(status).toBe(200)
    expect(took).toBeLessThan(probeLimit)
  }
  const calls = await Promise.all([read(), read(), read(), read()])
  const writes = await Promise.all([create(), create()])
  expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  for (const { status } of writes) expect([201, 503]).toContain(status)
  for (const { took } of [...calls, ...writes]) expect(took).toBeLessThan(callLimit)
  expect((await read()).status).toBe(200)

  hang(two)
  for (const answer of await Promise.all([read(), read(), create()])) {
    expect(answer.status).toBe(503)
    expect(answer.took).toBeLessThan(callLimit)
  }
  const probe = await ready()
  expect(probe.status).toBe(503)
  expect(probe.took).toBeLessThan(probeLimit)

  for (const { process: child } of cores) child.kill('SIGCONT')
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe(200)
})
