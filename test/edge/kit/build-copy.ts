import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Part } from '../../../scripts/parts.ts'
import { root } from '../../../scripts/repository.ts'

/** Copies the build of a part, so that a new build meanwhile changes nothing here. */
export function copyBuild(part: Part, target: string): void {
  cpSync(join(root, part, 'dist'), target, { recursive: true })
}

const scriptNames = (build: string): string[] => readdirSync(join(build, 'assets'))

/** The path of a script with a hash in its name and a compressed copy beside it. @param build its directory */
export function scriptOf(build: string): string {
  const names = scriptNames(build)
  const found = names.find((name) => name.endsWith('.js') && names.includes(`${name}.gz`))
  if (!found) throw new Error(`${build} has no compressed script`)
  return `assets/${found}`
}
