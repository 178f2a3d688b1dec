import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EntryScreens } from '@agency/contract/entry-screens'
import { build, type Plugin, type PluginOption } from 'vite'

type Renderer = typeof import('./src/prerender/render-screens.tsx')

const source = join(import.meta.dirname, 'src/prerender/render-screens.tsx')
const outDir = join(import.meta.dirname, 'node_modules/.cache/prerender')

/**
 * Renders the portal's first screens while it is built, and writes them into index.html for the bff (docs/decisions/009).
 * @param plugins those of the portal's build that change its modules
 */
export function prerenderedScreens(plugins: () => PluginOption[]): Plugin {
  let base = '/'
  return {
    name: 'prerendered-screens',
    apply: (_config, { command, mode }) => command === 'build' && mode !== 'test',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (_html, { bundle = {} }) => {
        const rendered = await renderScreens(plugins())
        const files = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
        const scripts = (language: string) =>
          files.filter(({ facadeModuleId }) => facadeModuleId?.includes(`messages/entry/${language}.json`))
        const byLanguage = Object.keys(rendered.faults).map((language) => [
          language,
          scripts(language).map(({ fileName }) => base + fileName),
        ])
        const screens: EntryScreens = { ...rendered, scripts: Object.fromEntries(byLanguage) }
        // '<' is escaped, so that no text can end the script element.
        const children = JSON.stringify(screens).replaceAll('<', '\\u003c')
        return [{ tag: 'script', attrs: { type: 'application/json', id: 'screens' }, children, injectTo: 'body' }]
      },
    },
  }
}

async function renderScreens(plugins: PluginOption[]) {
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: '/session/',
    logLevel: 'error',
    plugins,
    build: { ssr: source, outDir, emptyOutDir: true, rolldownOptions: { output: { entryFileNames: 'render.js' } } },
  })
  try {
    const renderer: Renderer = await import(`${pathToFileURL(join(outDir, 'render.js')).href}?${Date.now()}`)
    return await renderer.renderScreens()
  } finally {
    rmSync(outDir, { recursive: true })
  }
}
