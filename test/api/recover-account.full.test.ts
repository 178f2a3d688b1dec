import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { sendToStaffApi, succeeded } from '@agency/test-kit/api/send'
import { openStaffApi } from '@agency/test-kit/api/staff-api'
import { credentials } from '@agency/test-kit/product/product-address'
import { prepareReplicas } from '@agency/test-kit/product/replicas'
import { expect, it, onTestFinished } from 'vitest'
import { stopService } from '../../scripts/product.ts'
import { root } from '../../scripts/repository.ts'

const who = { username: 'dana', password: 'swordfish trombone' }
const dana = { ...who, email: 'dana@agency.example', role: 'standard', first_name: 'Dana', last_name: 'Reyes' }
const chosen = 'a quiet lamp of theirs'

it('given the product on its own data, when it runs, then a recovery is refused; stopped, its link lets the owner in, and no log has it', async () => {
  const replicas = prepareReplicas()
  onTestFinished(replicas.stop)
  const recover = (email: string) => {
    const env = {
      ...process.env,
      DATA_DIR: replicas.dataDirectory,
      DATABASE_URL: '',
      STAFF_URL: 'https://staff.example',
    }
    const command = join(root, 'core-api/src/cli/recover-account.ts')
    return spawnSync(process.execPath, [command, '--email', email], { encoding: 'utf8', env })
  }
  const start = async () => {
    const core = await replicas.startCore()
    const bff = await replicas.startBff(core.address)
    return { send: sendToStaffApi(bff.address), stop: () => stopService(bff).then(() => stopService(core)) }
  }
  const before = await start()
  const { headers } = await openStaffApi(credentials, before.send)
  await succeeded(before.send('/admin/create', { method: 'POST', headers, body: dana }))
  const login = await openStaffApi(who, before.send)
  const running = recover(dana.email)
  expect(running).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/Stop it first\.\n$/) })
  await before.stop()

  const unknown = recover('nobody@agency.example')
  const refusal = 'No staff account has this email address. Nothing was changed.\n'
  expect(unknown).toMatchObject({ status: 1, stdout: '', stderr: refusal })
  const recovered = recover(dana.email)
  expect(recovered).toMatchObject({ status: 0, stderr: '' })
  const [, token = ''] = /https:\/\/staff\.example\/admin\/reset-password#([\w-]{43})\n/.exec(recovered.stdout) ?? []

  const after = await start()
  expect((await after.send('/admin/me', { headers: login.headers })).status).toBe(401)
  const body = { token, password: chosen }
  await succeeded(after.send('/admin/password-resets/finish', { method: 'POST', body }))
  const { login: opened } = await openStaffApi({ ...who, password: chosen }, after.send)
  expect(opened.admin).toMatchObject({ username: dana.username, role: 'power' })
  await after.stop()
  expect(token).not.toBe('')
  for (const secret of [token, dana.email, chosen])
    expect(`${replicas.logOf('core-api')}${replicas.logOf('bff')}`).not.toContain(secret)
})
