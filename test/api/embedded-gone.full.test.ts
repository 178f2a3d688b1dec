import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sendJson } from '@agency/test-kit/api/send'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { prepareReplicas } from '@agency/test-kit/product/replicas'
import { expect, it, onTestFinished, vi } from 'vitest'

/** The answer of a service; 503 if it is gone. */
const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 503,
  )

const endDatabaseThread = pathToFileURL(join(import.meta.dirname, '../faults/end-database-thread.ts')).href

it('given the embedded engine, when its thread ends, then the process says so and ends too, and the next one has the data', async () => {
  const replicas = prepareReplicas()
  onTestFinished(replicas.stop)
  const core = await replicas.startCore({ NODE_OPTIONS: `--import ${endDatabaseThread}` })
  const bff = await replicas.startBff(core.address)
  const headers = await logInHeader(bff.address)
  const client = { client_last_name: 'Kept' }
  await sendJson(`${bff.address}/admin/_api/clients`, 'POST', client, headers)

  const exited = once(core.process, 'exit')
  core.process.send('end the database thread')
  // The message and these calls come by different ways, so that the first answers can be older than the end.
  for (const { address } of [core, bff]) {
    await vi.waitFor(async () => expect([502, 503]).toContain(await statusOf(`${address}/readyz`)), { timeout: 20_000 })
  }
  expect(await exited).toEqual([1, null])
  const log = replicas.logOf('core-api')
  expect(log).toContain('"level":60')
  expect(log).toContain('the embedded database has stopped; the process exits')

  await replicas.startCore({ PORT: new URL(core.address).port })
  const clients = await fetch(`${bff.address}/admin/_api/clients`, { headers })
  expect(await clients.json()).toMatchObject([client])
}, 120_000)
