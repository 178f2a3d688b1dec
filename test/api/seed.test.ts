import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { stopService } from '../../scripts/product.ts'
import { root } from '../../scripts/repository.ts'
import { logIn, prepareReplicas } from './replicas.ts'

function seed(dataDirectory: string, ...options: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/seed.ts'), ...options], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: '' },
  })
  return { status, said: `${stdout}${stderr}` }
}

it('given the product that runs on its own data, when it is seeded, then it is refused; stopped, it shows the people', async () => {
  const replicas = prepareReplicas()
  onTestFinished(replicas.stop)
  const { dataDirectory } = replicas
  const running = await replicas.startCore()
  const refused = seed(dataDirectory, '--clients', '5')
  expect(refused.status).toBe(1)
  expect(refused.said).toMatch(/^Another process uses the database in .*\. Stop it first\.\n$/)
  await stopService(running)

  const stored = seed(dataDirectory, '--clients', '5')
  expect(stored.said).toMatch(/^Stored 5 clients and \d+ sessions in /m)
  expect(stored.status).toBe(0)
  expect(seed(dataDirectory, '--clients', 'many').said).toBe('--clients takes a whole number from 1 to 1000000.\n')

  const bff = await replicas.startBff((await replicas.startCore()).address)
  const headers = await logIn(bff.address)
  const clients = await (await fetch(`${bff.address}/admin/_api/clients`, { headers })).json()
  expect(clients).toHaveLength(5)
  const records: { ssn: string | null }[] = []
  for (const { id } of clients) {
    records.push(await (await fetch(`${bff.address}/admin/_api/clients/${id}`, { headers })).json())
  }
  expect(
    records
      .map(({ ssn }) => ssn)
      .filter(Boolean)
      .join(),
  ).toMatch(/^[09][0-9]{2}-\d\d-\d{4}/)
})
