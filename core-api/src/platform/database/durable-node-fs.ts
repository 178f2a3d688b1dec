import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  node_ops: { mknod: (parent: unknown, name: string, mode: number, device: unknown) => unknown }
  doSetAttr: (target: unknown, node: unknown, attributes: { mode?: number }, ...calls: unknown[]) => void
}

/** Clears the permissions of group and others. */
const ownerOnly = ~0o077

/**
 * NODEFS has no fsync: a commit would be acknowledged before it is on the disk. It also sets the mode of each file by
 * chmod, so that the umask of the process has no effect.
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
