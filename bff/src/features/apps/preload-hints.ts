import Type from 'typebox'
import { Value } from 'typebox/value'
import type { DeployedFile } from './deployed-file.ts'

const Assets = Type.Object({ sync: Type.Array(Type.String()) })
const Manifest = Type.Object({
  exposes: Type.Array(Type.Object({ name: Type.String(), assets: Type.Object({ js: Assets, css: Assets }) })),
})

interface PreloadHintsOptions {
  /** shared-ui's `mf-manifest.json`, as module federation writes it. */
  manifest: DeployedFile
  /** Address of shared-ui, ending in a slash. */
  uiBase: string
  /** Names of the components that the first screen shows. */
  firstScreen: readonly string[]
  /** Is told about a manifest that cannot be read; the page does without hints then. */
  onUnreadable: (error: unknown) => void
}

/** `<link>` elements that tell the browser at once which files of shared-ui, as deployed now, the first screen needs. */
export class PreloadHints {
  readonly #options: PreloadHintsOptions
  #made: { manifest: string; html: string } | undefined

  constructor(options: PreloadHintsOptions) {
    this.#options = options
  }

  /** Empty when shared-ui is not deployed. */
  async html(): Promise<string> {
    const manifest = await this.#options.manifest()
    if (manifest === undefined) return ''
    if (this.#made?.manifest !== manifest) this.#made = { manifest, html: this.#elements(manifest) }
    return this.#made.html
  }

  #elements(manifest: string): string {
    try {
      return this.#linksTo(Value.Parse(Manifest, JSON.parse(manifest)))
    } catch (error) {
      this.#options.onUnreadable(error)
      return ''
    }
  }

  #linksTo({ exposes }: Type.Static<typeof Manifest>): string {
    const { uiBase, firstScreen } = this.#options
    const needed = exposes.filter(({ name }) => firstScreen.includes(name))
    const scripts = new Set(['remoteEntry.js', ...needed.flatMap(({ assets }) => assets.js.sync)])
    const styles = new Set(needed.flatMap(({ assets }) => assets.css.sync))
    // Asked for as the modules are, which load their styles in that mode: otherwise they would come twice.
    return [
      ...[...scripts].map((path) => `<link rel="modulepreload" href="${hrefOf(uiBase, path)}">`),
      ...[...styles].map((path) => `<link rel="preload" as="style" crossorigin href="${hrefOf(uiBase, path)}">`),
    ].join('')
  }
}

/** What stands in a manifest must not get out of the attribute it is put into. */
const hrefOf = (base: string, path: string): string => base + path.split('/').map(encodeURIComponent).join('/')
