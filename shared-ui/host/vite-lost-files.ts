import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify, type Plugin, transformWithOxc } from 'vite'

const source = join(import.meta.dirname, 'retry-lost-files.ts')

/** Builds `retry-lost-files.ts` as a classic script, and adds it to the head, after the stylesheets. */
export function retryLostFilesPlugin(): Plugin {
  let base = '/'
  let script = { fileName: '', source: '' }
  return {
    name: 'retry-lost-files',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    async buildStart() {
      const text = await classicScript()
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
      script = { fileName: `assets/retry-lost-files-${hash}.js`, source: text }
    },
    generateBundle() {
      this.emitFile({ type: 'asset', ...script })
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: base + script.fileName }, injectTo: 'head' }],
    },
  }
}

async function classicScript(): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source)
  const body = code.replaceAll(/^export /gm, '')
  const { code: minified } = await minify(source, `(() => {${body}\nretryLostFiles()\n})()`)
  return minified
}
