import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Type from 'typebox'
import { Value } from 'typebox/value'

const Assets = Type.Object({ sync: Type.Array(Type.String()) })
const Manifest = Type.Object({
  exposes: Type.Array(Type.Object({ name: Type.String(), assets: Type.Object({ js: Assets, css: Assets }) })),
})

/**
 * Tells the browser at once which files of shared-ui the first screen needs, as they are deployed at this moment.
 * Read from its manifest (module federation's `mf-manifest.json`), again whenever that changes.
 */
export class PreloadHints {
  readonly #manifestPath: string
  readonly #exposes: readonly string[]
  #read: { modified: number; hints: string[] } | undefined

  /** @param exposes names of the components that the first screen shows */
  constructor(sharedUiDirectory: string, exposes: readonly string[]) {
    this.#manifestPath = join(sharedUiDirectory, 'mf-manifest.json')
    this.#exposes = exposes
  }

  /** `<link>` elements; none when shared-ui is not deployed. @param uiBase address of shared-ui, ending in a slash */
  html(uiBase: string): string {
    return this.#elements()
      .map((element) => element.replace('%BASE%', uiBase))
      .join('')
  }

  #elements(): string[] {
    const modified = statSync(this.#manifestPath, { throwIfNoEntry: false })?.mtimeMs
    if (modified === undefined) return []
    if (this.#read?.modified !== modified) this.#read = { modified, hints: this.#readManifest() }
    return this.#read.hints
  }

  #readManifest(): string[] {
    const { exposes } = Value.Parse(Manifest, JSON.parse(readFileSync(this.#manifestPath, 'utf8')))
    const needed = exposes.filter(({ name }) => this.#exposes.includes(name))
    const scripts = new Set(['remoteEntry.js', ...needed.flatMap(({ assets }) => assets.js.sync)])
    const styles = new Set(needed.flatMap(({ assets }) => assets.css.sync))
    // Asked for as the modules are, which load their styles in that mode: otherwise they would come twice.
    return [
      ...[...scripts].map((path) => `<link rel="modulepreload" href="%BASE%${path}">`),
      ...[...styles].map((path) => `<link rel="preload" as="style" crossorigin href="%BASE%${path}">`),
    ]
  }
}
