import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { addMissingApis } from './missing-apis.ts'

/** Raised when the worker's script changes though pdf.js does not: browsers cache its address for a year. */
const revision = 1

/** Serves it from our origin, without WebAssembly, which the CSP forbids. `.js`: some servers do not know `.mjs`. */
export function pdfjsAssets(): Plugin {
  const path = fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))
  const { version } = JSON.parse(readFileSync(path, 'utf8'))
  const files = listFiles(dirname(path))
  const folder = `assets/pdfjs-${version}-${revision}`
  let base = '/'
  return {
    name: 'pdfjs-assets',
    config: (config) => {
      base = config.base ?? '/'
      return { define: { 'import.meta.env.PDFJS_ASSETS': JSON.stringify(`${base}${folder}/`) } }
    },
    configureServer(server) {
      const sources = new Map(files.map((file) => [`${base}${folder}/${file.name}`, file]))
      server.middlewares.use((request, response, next) => {
        const file = sources.get(request.url ?? '')
        if (!file) return next()
        if (file.path.endsWith('js')) response.setHeader('Content-Type', 'text/javascript')
        response.end(sourceOf(file))
      })
    },
    generateBundle() {
      for (const file of files) {
        this.emitFile({ type: 'asset', fileName: `${folder}/${file.name}`, source: sourceOf(file) })
      }
    },
  }
}

interface AssetFile {
  readonly name: string
  readonly path: string
}

const workerName = 'pdf.worker.js'

function sourceOf({ name, path }: AssetFile): Buffer {
  const source = readFileSync(path)
  return name === workerName ? Buffer.concat([Buffer.from(`(${addMissingApis})();\n`), source]) : source
}

function listFiles(root: string): AssetFile[] {
  const decoders = readdirSync(join(root, 'wasm')).filter((name) => name.endsWith('_nowasm_fallback.js'))
  const inside = (folder: string) => readdirSync(join(root, folder)).map((name) => join(folder, name))
  const kept = [...inside('cmaps'), ...inside('standard_fonts'), ...decoders.map((name) => join('wasm', name))]
  return [
    { name: workerName, path: join(root, 'legacy/build/pdf.worker.min.mjs') },
    ...kept.filter((name) => !basename(name).startsWith('LICENSE_')).map((name) => ({ name, path: join(root, name) })),
  ]
}
