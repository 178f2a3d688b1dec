import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Serves what pdf.js fetches at run time from our own origin: its worker, character maps, standard fonts, and image
 * decoders without WebAssembly, which the Content-Security-Policy forbids. The address contains the version of pdf.js.
 * The worker ends in `.js`, because some servers do not know `.mjs`.
 */
export function pdfjsAssets(): Plugin {
  const path = fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))
  const { version } = JSON.parse(readFileSync(path, 'utf8'))
  const files = listFiles(dirname(path))
  const folder = `assets/pdfjs-${version}`
  let base = '/'
  return {
    name: 'pdfjs-assets',
    config: (config) => {
      base = config.base ?? '/'
      return { define: { 'import.meta.env.PDFJS_ASSETS': JSON.stringify(`${base}${folder}/`) } }
    },
    configureServer(server) {
      const sources = new Map(files.map(({ name, path }) => [`${base}${folder}/${name}`, path]))
      server.middlewares.use((request, response, next) => {
        const path = sources.get(request.url ?? '')
        if (!path) return next()
        if (path.endsWith('js')) response.setHeader('Content-Type', 'text/javascript')
        response.end(readFileSync(path))
      })
    },
    generateBundle() {
      for (const { name, path } of files) {
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source: readFileSync(path) })
      }
    },
  }
}

function listFiles(root: string): { name: string; path: string }[] {
  const decoders = readdirSync(join(root, 'wasm')).filter((name) => name.endsWith('_nowasm_fallback.js'))
  const inside = (folder: string) => readdirSync(join(root, folder)).map((name) => join(folder, name))
  const kept = [...inside('cmaps'), ...inside('standard_fonts'), ...decoders.map((name) => join('wasm', name))]
  return [
    { name: 'pdf.worker.js', path: join(root, 'legacy/build/pdf.worker.min.mjs') },
    ...kept.filter((name) => !basename(name).startsWith('LICENSE_')).map((name) => ({ name, path: join(root, name) })),
  ]
}
