import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type EngineModule = { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } }

/**
 * The engine's file system with an fsync that reaches the disk. Emscripten's NODEFS has no fsync operation: without
 * this, a commit is acknowledged while it is still in memory only.
 */
export class DurableNodeFS extends NodeFS {
  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const initialised = await super.init(pg, options)
    const preRun = initialised.emscriptenOpts.preRun
    if (!Array.isArray(preRun)) throw new Error('The embedded engine no longer takes a list of preRun steps')
    preRun.push((engine: unknown) => {
      ;(engine as EngineModule).NODEFS.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd)
        return 0
      }
    })
    return initialised
  }
}
