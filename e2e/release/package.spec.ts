import { execFileSync, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect } from '@playwright/test'
import { packagePart } from '../../scripts/package.ts'
import { releasedParts } from '../../scripts/released-parts.ts'
import { secretFiles } from '../../scripts/secrets.ts'
import { filesBelow } from '../../scripts/stale-parts.ts'
import { releaseOf } from './check-release.ts'
import { linkPackages } from './part-copy.ts'
import { test } from './release-test.ts'

const namesIn = (bill: string): string[] =>
  JSON.parse(readFileSync(bill, 'utf8')).components.map(({ name }: { name: string }) => name)

test('given the same sources, when a part is packaged twice, then the same bytes, with the digest beside them', async ({
  directory,
}) => {
  for (const part of releasedParts) {
    const [one, two] = [join(directory, 'one'), join(directory, 'two')]
    const { artefact, release } = await packagePart(part, one)
    await packagePart(part, two)
    expect(basename(artefact)).toBe(`${part}-${release.version}.tar.gz`)
    expect(releaseOf(artefact)).toEqual(release)
    const digest = createHash('sha256').update(readFileSync(artefact)).digest('hex')
    expect(readFileSync(`${artefact}.sha256`, 'utf8')).toBe(`${digest}  ${basename(artefact)}\n`)
    for (const path of filesBelow(one))
      expect(readFileSync(path).equals(readFileSync(join(two, basename(path)))), basename(path)).toBe(true)
  }
})

test('given a part, when it is packaged, then the bill of materials has what runs in it, and not what built it', async ({
  directory,
}) => {
  const inside = {
    'admin-app': ['react', 'react-dom', 'zustand', '@radix-ui/react-dialog', '@module-federation/runtime'],
    'shared-ui': ['@tiptap/core', 'react'],
    bff: ['fastify', 'typebox', 'undici'],
    'core-api': ['pg', 'kysely', 'fastify', 'pdfjs-dist'],
  } as const
  for (const part of ['admin-app', 'shared-ui', 'bff', 'core-api'] as const) {
    const { artefact } = await packagePart(part, directory)
    const bill = artefact.replace(/\.tar\.gz$/, '.cdx.json')
    expect(namesIn(bill)).toEqual(expect.arrayContaining([...inside[part]]))
    for (const tool of ['vite', 'vitest', '@playwright/test', 'typescript', '@biomejs/biome'])
      expect(namesIn(bill)).not.toContain(tool)
    const { component } = JSON.parse(readFileSync(bill, 'utf8')).metadata
    expect(component).toMatchObject({ type: 'application', name: part, version: releaseOf(artefact).version })
  }
})

test('given the artefacts of the services, when they are unpacked and started, then they run', async ({
  directory,
}) => {
  const unpacked = join(directory, 'unpacked')
  mkdirSync(unpacked)
  for (const part of ['bff', 'core-api'] as const) {
    const { artefact } = await packagePart(part, directory)
    execFileSync('tar', ['-xzf', artefact, '-C', unpacked])
  }
  linkPackages(unpacked)
  const dataDirectory = join(directory, 'data')
  const settings = { DATA_DIR: dataDirectory, PORT: '0', DRAIN_SECONDS: '0', ...secretFiles(dataDirectory) }
  const core = await startUnpacked(unpacked, 'core-api', settings)
  const bff = await startUnpacked(unpacked, 'bff', { ...settings, CORE_URL: core.address })
  expect((await fetch(`${bff.address}/readyz`)).status).toBe(200)
  for (const { service } of [bff, core]) {
    const ended = once(service, 'exit')
    service.kill('SIGTERM')
    await ended
  }
})

async function startUnpacked(directory: string, part: 'bff' | 'core-api', settings: Record<string, string>) {
  const service = fork(join(directory, part, 'src/main.ts'), {
    cwd: directory,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const [message] = await once(service, 'message')
  expect(message).toHaveProperty('address')
  return { service, address: String(message.address) }
}
