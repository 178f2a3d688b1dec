import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sendJson } from '@agency/test-kit/api/send'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { prepareReplicas } from '@agency/test-kit/product/replicas'
import { expect, it, onTestFinished } from 'vitest'

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
  const answers = await Promise.all(
    [`${core.address}/readyz`, `${bff.address}/readyz`].map((url) =>
      fetch(url).then(
        ({ status }) => status,
        () => 503,
      ),
    ),
  )
  for (const status of answers) expect([502, 503]).toContain(status)
  expect(await exited).toEqual([1, null])
  const log = replicas.logOf('core-api')
  expect(log).toContain('"level":60')
  expect(log).toContain('the embedded database has stopped; the process exits')

  await replicas.startCore({ PORT: new URL(core.address).port })
  const clients = await fetch(`${bff.address}/admin/_api/clients`, { headers })
  expect(await clients.json()).toMatchObject([client])
}, 120_000)
