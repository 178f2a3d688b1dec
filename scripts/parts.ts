import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { root } from './repository.ts'

const frontEnds = ['shared-ui', 'admin-app', 'portal-app'] as const
export type Part = (typeof frontEnds)[number]

/** The parts that run a build of their sources; core-api runs the sources themselves. */
export const builtParts = [...frontEnds, 'bff'] as const
export type BuiltPart = (typeof builtParts)[number]

export const releasedParts = [...frontEnds, 'bff', 'core-api', 'nginx'] as const
export type ReleasedPart = (typeof releasedParts)[number]

/** Files of the root that every release depends on: versions of packages, and compiler options. */
export const rootFiles = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.browser.json'] as const

const Names = Type.Optional(Type.Record(Type.String(), Type.String()))
const Manifest = Type.Object({ dependencies: Names, devDependencies: Names })

/** Whether a part is released as its build. Services are released as sources, from which their images are built. */
export const isBuilt = (part: ReleasedPart): part is Part => frontEnds.some((name) => name === part)

export function partNamed(name: string | undefined): ReleasedPart {
  const found = releasedParts.find((part) => part === name)
  if (!found) throw new Error(`Name one of ${releasedParts.join(', ')}.`)
  return found
}

function folderOf(packageName: string): string | undefined {
  const name = packageName.replace('@agency/', '')
  return [name, `packages/${name}`].find((folder) => existsSync(join(root, folder, 'package.json')))
}

/** Its own, and those of the workspaces that it declares; of a build also for development, such as Vite's plugins. */
export function foldersOf(part: ReleasedPart): string[] {
  const folders = new Set<string>()
  const visit = (folder: string): void => {
    if (folders.has(folder)) return
    folders.add(folder)
    const path = join(root, folder, 'package.json')
    if (!existsSync(path)) return
    const { dependencies = {}, devDependencies = {} } = Value.Parse(Manifest, JSON.parse(readFileSync(path, 'utf8')))
    const declared = { ...dependencies, ...(isBuilt(part) && folder === part ? devDependencies : {}) }
    for (const name of Object.keys(declared)) {
      const found = name.startsWith('@agency/') ? folderOf(name) : undefined
      if (found) visit(found)
    }
  }
  visit(part)
  return [...folders]
}
