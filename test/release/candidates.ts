import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesOf } from '../../scripts/artefact-content.ts'
import { makeTarball } from '../../scripts/make-tarball.ts'
import { buildCopy, changeFile, copyPart } from './part-copy.ts'

/** Another release of shared-ui, made from the sources as they are with a change. */
export interface Candidate {
  /** Directory of its build. */
  build: string
  /** Its `.sources.tar.gz`. */
  sources: string
}

type Change = (copy: string) => void

/** Says another thing of each button, and rounds it more; what an app may pass to it has grown. */
export const changedButton: Change = (copy) => {
  changeFile(
    copy,
    'shared-ui/src/button/button.tsx',
    "data-state={busy ? 'busy' : 'idle'}",
    "data-release=\"next\"\n      data-state={busy ? 'busy' : 'idle'}",
  )
  changeFile(
    copy,
    'shared-ui/src/button/button.tsx',
    'busyLabel?: string',
    'busyLabel?: string\n  /** New. */\n  hint?: string',
  )
  changeFile(copy, 'shared-ui/src/button/button.module.css', 'border-radius: var(--radius-sm);', 'border-radius: 13px;')
  changeFile(copy, 'shared-ui/src/button/button.module.css', 'border-radius: var(--radius-md);', 'border-radius: 13px;')
}

/** `variant` is called `kind`, everywhere in shared-ui. */
export const renamedProp: Change = (copy) => {
  const button = 'shared-ui/src/button/button.tsx'
  changeFile(copy, button, "variant?: 'primary'", "kind?: 'primary'")
  changeFile(copy, button, "variant = 'primary'", "kind = 'primary'")
  changeFile(copy, button, 'data-variant={variant}', 'data-variant={kind}')
  const dialogs = 'shared-ui/src/dialogs/dialogs.tsx'
  changeFile(copy, dialogs, 'variant="secondary"', 'kind="secondary"')
  changeFile(copy, dialogs, 'variant={request', 'kind={request')
}

export const removedExpose: Change = (copy) => {
  changeFile(copy, 'shared-ui/vite.config.ts', "'./FolderGroup': './src/folder-group/folder-group.tsx',", '')
  changeFile(copy, 'shared-ui/package.json', '"./FolderGroup":', '"./FolderGroups":')
}

export const throwing: Change = (copy) =>
  changeFile(
    copy,
    'shared-ui/src/modal/modal.tsx',
    'const returnFocus =',
    "if (title) throw new Error('broken')\n  const returnFocus =",
  )

export const otherReact: Change = (copy) =>
  changeFile(copy, 'shared-ui/vite.config.ts', "requiredVersion: '^19.0.0'", "requiredVersion: '^20.0.0'")

/** Makes a candidate in a directory of its own. */
export async function makeCandidate(directory: string, change: Change): Promise<Candidate> {
  const copy = join(directory, 'copy')
  copyPart('shared-ui', copy)
  change(copy)
  const build = await buildCopy('shared-ui', copy)
  const sources = join(directory, 'shared-ui.sources.tar.gz')
  writeFileSync(sources, makeTarball(copy, sourcesOf('shared-ui').files))
  rmSync(join(copy, 'node_modules'), { recursive: true })
  return { build, sources }
}
