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
  /** Components on the first screen. */
  firstScreen: readonly string[]
  /** Gets the error if the manifest cannot be read. The page then has no hints. */
  onUnreadable: (error: unknown) => void
}

/** Renders `<link>` elements, so that the browser preloads the files of shared-ui that the first screen needs. */
export class PreloadHints {
  readonly #options: PreloadHintsOptions
  #rendered: { manifest: string; html: string } | undefined

  constructor(options: PreloadHintsOptions) {
    this.#options = options
  }

  /** The elements; empty if shared-ui is not deployed. */
  async html(): Promise<string> {
    const manifest = await this.#options.manifest()
    if (manifest === undefined) return ''
    if (this.#rendered?.manifest !== manifest) this.#rendered = { manifest, html: this.#elements(manifest) }
    return this.#rendered.html
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
    // With crossorigin, as the modules request their styles. Otherwise the browser would load them twice.
    return [
      ...[...scripts].map((path) => `<link rel="modulepreload" href="${hrefOf(uiBase, path)}">`),
      ...[...styles].map((path) => `<link rel="preload" as="style" crossorigin href="${hrefOf(uiBase, path)}">`),
    ].join('')
  }
}

/** Encoded, so that a name in the manifest cannot end the attribute. */
const hrefOf = (base: string, path: string): string => base + path.split('/').map(encodeURIComponent).join('/')
