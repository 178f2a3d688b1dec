import { execFileSync, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { listeningAddress } from '@agency/test-kit/product/listening-address'
import { expect } from '@playwright/test'
import { secretFiles } from '../../core-api/src/cli/local-secrets.ts'
import { packagePart } from '../../scripts/package.ts'
import { type ReleasedPart, releasedParts } from '../../scripts/parts.ts'
import { filesBelow } from '../../scripts/repository.ts'
import { sbomOf } from '../../scripts/sbom.ts'
import { releaseOf } from './check-release.ts'
import { buildCopy, copyPart, digestsOf, linkPackages } from './part-copy.ts'
import { artefactOf, test } from './release-test.ts'

const isFrontEnd = (part: ReleasedPart): part is 'admin-app' | 'portal-app' | 'shared-ui' =>
  part !== 'bff' && part !== 'core-api' && part !== 'nginx'

test('given the same sources, when a part is packaged twice, then the same bytes, with the digest beside them @full', async ({
  directory,
}) => {
  for (const part of releasedParts) {
    const first = isFrontEnd(part) ? artefactOf(part) : (await packagePart(part, join(directory, 'first'))).artefact
    const { artefact, release } = await packagePart(part, join(directory, 'second'))
    expect(basename(artefact)).toBe(`${part}-${release.version}.tar.gz`)
    expect(releaseOf(artefact)).toEqual(release)
    const digest = createHash('sha256').update(readFileSync(artefact)).digest('hex')
    expect(readFileSync(`${artefact}.sha256`, 'utf8')).toBe(`${digest}  ${basename(artefact)}\n`)
    for (const path of filesBelow(dirname(artefact)))
      if (basename(path).startsWith(`${part}-`))
        expect(readFileSync(path).equals(readFileSync(join(dirname(first), basename(path)))), basename(path)).toBe(true)
  }
})

test('given a part, when it is packaged, then the bill of materials has what runs in it, and not what built it @full', () => {
  const inside = {
    'admin-app': ['react', 'react-dom', 'zustand', '@radix-ui/react-dialog', '@module-federation/runtime'],
    'shared-ui': ['@tiptap/core', 'react'],
    bff: ['fastify', 'typebox', 'undici'],
    'core-api': ['pg', 'kysely', 'fastify', 'pdfjs-dist'],
  } as const
  for (const part of ['admin-app', 'shared-ui', 'bff', 'core-api'] as const) {
    const { metadata, components } = JSON.parse(sbomOf(part, '1.2.3'))
    const names = components.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining([...inside[part]]))
    for (const tool of ['vite', 'vitest', '@playwright/test', 'typescript', '@biomejs/biome'])
      expect(names).not.toContain(tool)
    expect(metadata.component).toMatchObject({ type: 'application', name: part, version: '1.2.3' })
  }
})

test('given the artefacts of the services, when they are unpacked, built and started, then they run @full', async ({
  directory,
}) => {
  const unpacked = join(directory, 'unpacked')
  mkdirSync(unpacked)
  for (const part of ['bff', 'core-api'] as const) {
    const { artefact } = await packagePart(part, directory)
    execFileSync('tar', ['-xzf', artefact, '-C', unpacked])
  }
  linkPackages(unpacked)
  await buildCopy('bff', unpacked)
  const dataDirectory = join(directory, 'data')
  const settings = { DATA_DIR: dataDirectory, PORT: '0', DRAIN_SECONDS: '0', ...secretFiles(dataDirectory) }
  const core = await startUnpacked(unpacked, 'core-api/src/main.ts', settings)
  const bff = await startUnpacked(unpacked, 'bff/dist/main.js', { ...settings, CORE_URL: core.address })
  expect((await fetch(`${bff.address}/readyz`)).status).toBe(200)
  for (const { service } of [bff, core]) {
    const ended = once(service, 'exit')
    service.kill('SIGTERM')
    await ended
  }
})

async function startUnpacked(directory: string, program: string, settings: Record<string, string>) {
  const service = fork(join(directory, program), {
    cwd: directory,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return { service, address: await listeningAddress(service) }
}

test('given a copy with nothing but what admin-app is made from, when it is built there, then byte by byte what is released @full', async ({
  directory,
}) => {
  const copy = join(directory, 'copy')
  copyPart('admin-app', copy)
  const build = await buildCopy('admin-app', copy)
  const released = join(directory, 'released')
  mkdirSync(released)
  execFileSync('tar', ['-xzf', artefactOf('admin-app'), '-C', released])
  const { 'release.json': _, ...digests } = digestsOf(released)
  expect(Object.entries(digests)).toEqual(Object.entries(digestsOf(build)))
})

test('given the artefacts, when they are searched, then no setting of a deployment is in them @full', async ({
  directory,
}) => {
  for (const part of ['admin-app', 'portal-app', 'shared-ui'] as const) {
    const released = join(directory, part)
    mkdirSync(released)
    execFileSync('tar', ['-xzf', artefactOf(part), '-C', released])
    const texts = [...filesBelow(released)].filter((path) => /\.(?:js|html|css|json)$/.test(path))
    const hosts = texts.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/https?:\/\/([\w.-]+:\d+|[\w.-]+)/g)])
    const found = new Set(hosts.map(([, host = '']) => host))
    for (const host of [...ofLibraries, ...placeholders]) found.delete(host)
    expect([...found], part).toEqual([])
  }
})

/** What stands in the code of libraries: names of specifications, links in messages, bases for parsing addresses. */
const ofLibraries = [
  'a',
  'api.example.com',
  'empty.invalid',
  'example.com',
  'foo.bar',
  'github.com',
  'localhost',
  'module-federation.io',
  'ns.adobe.com',
  'prosemirror.net',
  'react.dev',
  'reactrouter.com',
  'simplewebauthn.dev',
  'www.apache.org',
  'www.w3.org',
  'www.xfa.org',
  'x',
]

/** What the page says until it is served, when it is replaced. */
const placeholders = ['client.localhost:8080', 'www.example.com']
