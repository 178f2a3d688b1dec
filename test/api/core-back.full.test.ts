import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPortalApi, signature } from '@agency/test-kit/api/portal-api'
import { sendToPortalApi, sendToStaffApi } from '@agency/test-kit/api/send'
import { openStaffApi } from '@agency/test-kit/api/staff-api'
import { credentials } from '@agency/test-kit/product/product-address'
import { prepareReplicasOnServer } from '@agency/test-kit/product/replicas'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readMigrations } from '../../core-api/src/platform/database/migrate.ts'
import { stopService } from '../../scripts/product.ts'
import { root } from '../../scripts/repository.ts'

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 }).trim()

/** The commit of a release: its tag; where tags were not fetched, the commit that brought the version. */
function commitOf(version: string): string {
  const tagged = git('tag', '--list', `core-api@${version}`)
  const brought = git('log', '--format=%H', `-S"version": "${version}"`, '--', 'core-api/package.json')
    .split('\n')
    .at(-1)
  const commit = tagged || brought
  if (!commit) throw new Error(`There is no release core-api@${version} in this checkout`)
  return commit
}

/** The sources of a released core-api, with the packages that it was released with. */
function checkOut(version: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'released-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const paths = ['core-api', 'packages', 'package.json', 'package-lock.json']
  const input = execFileSync('git', ['archive', commitOf(version), ...paths], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', directory], { input })
  const workspaces = [
    'core-api',
    'packages/contract',
    'packages/messages',
    'packages/service-kit',
    'packages/pdf-signing',
  ]
  const parts = workspaces.flatMap((workspace) => ['--workspace', workspace])
  execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline', ...parts], { cwd: directory, stdio: 'pipe' })
  return directory
}

it('[OP-05] given a release put back to the oldest that can work on its schema, when a client signs there, then the document is sealed, and the newer one goes on with it', async () => {
  // A later migration names no older release than an earlier one does.
  const migrations = Object.entries(await readMigrations()).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const oldest = migrations.at(-1)?.[1].readableFrom ?? ''
  const replicas = await prepareReplicasOnServer({ API_DOCS: 'staff', SERVE_APPS: 'false' })
  onTestFinished(replicas.stop)
  const newest = await replicas.startCore()
  const { port } = new URL(newest.address)
  const bff = await replicas.startBff(newest.address)
  const staff = await openStaffApi(credentials, sendToStaffApi(bff.address))

  await staff.syncTemplates()
  const [template] = (await staff.globalForms()).filter(({ type }) => type === 'DocuSign')

  const statusOf = async (id: string) => (await staff.sessionForms(id)).map(({ status }) => status)
  const sign = async () => {
    const session = await staff.startSession((await staff.addClient()).id)
    const form = await staff.attach(session.id, { form_id: template?.id })
    const portal = await openPortalApi(session, sendToPortalApi(bff.address))
    await portal.openForm(form.id)
    await portal.consent(session.session_code)
    await portal.sign(form.id, signature)
    await vi.waitFor(async () => expect(await statusOf(session.id)).toEqual(['completed']), { timeout: 90_000 })
    return session.id
  }
  const first = await sign()

  await stopService(newest)
  const older = await replicas.startCore({ PORT: port }, checkOut(oldest))
  expect(await (await fetch(`${older.address}/version`)).json()).toEqual({ part: 'core-api', version: oldest })
  const second = await sign()

  await stopService(older)
  await replicas.startCore({ PORT: port })
  const third = await sign()
  for (const id of [first, second, third]) expect(await statusOf(id)).toEqual(['completed'])
  expect(await staff.read('/audit/verification')).toMatchObject({ valid: true, documents: { checked: 3, broken: [] } })
}, 400_000)
