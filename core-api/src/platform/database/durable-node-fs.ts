import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  node_ops: { mknod: (parent: unknown, name: string, mode: number, device: unknown) => unknown }
  doSetAttr: (target: unknown, node: unknown, attributes: { mode?: number }, ...calls: unknown[]) => void
}

/** What group and others may do: nothing. */
const ownerOnly = ~0o077

/**
 * The engine's file system with an fsync that reaches the disk, and with files that only their owner can read.
 * Emscripten's NODEFS has no fsync operation: without this, a commit is acknowledged while it is still in memory only.
 * It also sets the mode of each file by chmod, with an umask of its own (0): the process's umask has no effect on it.
 */
export class DurableNodeFS extends NodeFS {
  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const initialised = await super.init(pg, options)
    const preRun = initialised.emscriptenOpts.preRun
    if (!Array.isArray(preRun)) throw new Error('The embedded engine no longer takes a list of preRun steps')
    preRun.push((engine: unknown) => {
      const { NODEFS: files } = engine as { NODEFS: NodeFileSystem }
      files.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd)
        return 0
      }
      const { mknod } = files.node_ops
      files.node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ownerOnly, device)
      const { doSetAttr } = files
      files.doSetAttr = (target, node, { mode, ...others }, ...calls) =>
        doSetAttr(target, node, mode === undefined ? others : { ...others, mode: mode & ownerOnly }, ...calls)
    })
    return initialised
  }
}
