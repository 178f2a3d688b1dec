import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { findUnmet } from '../../scripts/check-needs.ts'
import { releasedParts } from '../../scripts/parts.ts'
import { root } from '../../scripts/repository.ts'

const admin = { part: 'admin-app', version: '1.2.0-0123456789ab', needs: { bff: '1.1.0', 'core-api': '1.10.0' } }

describe('what a release needs', () => {
  test.each([
    ['older', { 'core-api': ['1.10.0', '1.9.0'], bff: ['1.1.0'] }, ['core-api']],
    ['both older', { 'core-api': ['1.9.9'], bff: ['1.0.9'] }, ['core-api', 'bff']],
    ['of the same version', { 'core-api': ['1.10.0', '1.10.0'], bff: ['1.1.0'] }, []],
    ['newer', { 'core-api': ['2.0.0'], bff: ['1.1.1-0123456789ab'] }, []],
    ['not deployed', { bff: ['1.1.0'], 'core-api': [] }, ['core-api']],
    ['not asked', {}, ['core-api', 'bff']],
  ])(
    'given parts that are %s, when it is compared, then what must go first is named in order',
    (_what, deployed, first) => {
      const named = findUnmet(admin, deployed).map((fault) => /Release (\S+) first\.$/.exec(fault)?.[1])
      expect(named).toEqual(first)
    },
  )

  test('given a part that needs nothing, when it is compared, then it may go; a fault names both versions', () => {
    expect(findUnmet({ part: 'core-api', version: '1.0.0' }, {})).toEqual([])
    expect(findUnmet(admin, { bff: ['1.1.0'], 'core-api': ['1.9.0'] })).toEqual([
      'admin-app 1.2.0-0123456789ab needs core-api 1.10.0 or later, and core-api 1.9.0 is deployed. Release core-api first.',
    ])
  })

  test('given the parts as they are, when each states what it needs, then the others have that version', () => {
    const Manifest = Type.Object({
      version: Type.String(),
      needs: Type.Optional(Type.Record(Type.String(), Type.String())),
    })
    const manifestOf = (part: string) =>
      Value.Parse(Manifest, JSON.parse(readFileSync(join(root, part, 'package.json'), 'utf8')))
    const here = Object.fromEntries(releasedParts.map((part) => [part, [manifestOf(part).version]]))
    expect(releasedParts.flatMap((part) => findUnmet({ part, ...manifestOf(part) }, here))).toEqual([])
    for (const app of ['admin-app', 'portal-app'])
      expect(Object.keys(manifestOf(app).needs ?? {}).sort()).toEqual(['bff', 'core-api', 'shared-ui'])
  })
})

const Deployment = Type.Object({
  jobs: Type.Object({
    deploy: Type.Object({
      steps: Type.Array(Type.Object({ name: Type.Optional(Type.String()), run: Type.Optional(Type.String()) })),
    }),
  }),
})
const workflow = parse(readFileSync(join(root, '.github/workflows/_deploy.yml'), 'utf8'))
const step = Value.Parse(Deployment, workflow).jobs.deploy.steps.find(
  ({ name }) => name === 'What it needs is deployed',
)

const programs = {
  gh: '#!/bin/sh\ntar -czf "$PART-$VERSION.tar.gz" -C "$HOME/artefact" release.json\n',
  /** As ssh and the other side's shell do. */
  ssh: '#!/bin/sh\nshift 3\nexec sh -c "$*"\n',
  /** Stands in for the engine: runs the program here, with the fake server in the place of each address. */
  docker: `#!/bin/sh
[ "$4" != "$STOPPED" ] || exit 1
shift 4
exec $(echo "$*" | sed "s#http://\\([a-z-]*\\)-[12]:[0-9]*#$FAKE/\\1#g")
`,
}

/** Runs the step of the deployment against parts that answer with these versions; without one, with an error. */
async function runStep(versions: Record<string, string>, stopped = '') {
  const server = createServer(({ url = '' }, response) => {
    const [, part = '', path] = url.split('/')
    const version = versions[part === 'core' ? 'core-api' : part]
    if (version === undefined) response.statusCode = 503
    const manifest = { metaData: { buildInfo: { buildVersion: version } } }
    response.end(JSON.stringify(path === 'version' ? { part, version } : manifest))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  const directory = mkdtempSync(join(tmpdir(), 'needs-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (const folder of ['bin', 'artefact', 'scripts']) mkdirSync(join(directory, folder))
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(directory, 'bin', name), script, { mode: 0o755 })
  for (const name of ['deployed-versions.ts', 'check-needs.ts'])
    writeFileSync(join(directory, 'scripts', name), readFileSync(join(root, 'scripts', name)))
  const needs = { 'core-api': '1.1.0', bff: '1.0.0', 'shared-ui': '1.0.0' }
  const release = { part: 'admin-app', version: '1.1.0-0123456789ab', needs }
  writeFileSync(join(directory, 'artefact/release.json'), JSON.stringify(release))
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
  const child = spawn('bash', ['-eo', 'pipefail', '-c', step?.run ?? 'exit 9'], {
    cwd: directory,
    env: {
      PATH: `${join(directory, 'bin')}:${process.env.PATH}`,
      HOME: directory,
      PART: 'admin-app',
      VERSION: release.version,
      DEPLOY_HOST: 'someone@machine',
      DEPLOY_DIRECTORY: directory,
      FAKE: `http://127.0.0.1:${port}`,
      STOPPED: stopped,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { status, errors }
}

describe('the step before a deployment', () => {
  test('given deployed parts that are recent enough, when one of the services that is asked from has stopped, then the release goes on', async () => {
    const deployed = { 'core-api': '1.1.0', bff: '1.0.0', 'shared-ui': '1.0.0' }
    expect(await runStep(deployed, 'bff-1')).toEqual({ status: 0, errors: '' })
  })

  test('given an older core-api and no shared-ui, when a release needs them, then it is refused with the names of what must go first', async () => {
    const { status, errors } = await runStep({ 'core-api': '1.0.0', bff: '1.0.0' })
    expect(status).toBe(1)
    expect(
      errors
        .trim()
        .split('\n')
        .filter((line) => line.includes(' needs ')),
    ).toEqual([
      'admin-app 1.1.0-0123456789ab needs core-api 1.1.0 or later, and core-api 1.0.0 is deployed. Release core-api first.',
      'admin-app 1.1.0-0123456789ab needs shared-ui 1.0.0 or later, and no shared-ui answers. Release shared-ui first.',
    ])
  })
})
