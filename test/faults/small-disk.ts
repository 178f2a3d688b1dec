import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk in memory. */
export interface SmallDisk {
  /** Where it is mounted. */
  path: string
  freeBytes(): number
  /** Writes a file until not one more byte can be written. */
  fill(): void
  /** Removes what `fill` wrote. */
  empty(): void
  remove(): void
}

const filler = 'filler'

function writeUntilFull(path: string): void {
  const file = openSync(path, 'a')
  try {
    const zeros = Buffer.alloc(2 ** 20)
    for (let size = zeros.length; size > 0; ) {
      try {
        writeSync(file, zeros, 0, size)
      } catch {
        size = Math.floor(size / 2)
      }
    }
  } finally {
    closeSync(file)
  }
}

/**
 * Mounts a tmpfs.
 * @param megabytes its size
 * @returns undefined where this process may not mount one, with the reason printed
 */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], {
    encoding: 'utf8',
  })
  if (status !== 0) {
    rmSync(path, { recursive: true })
    process.stderr.write(`Left out, since no tmpfs can be mounted here: ${error?.message ?? stderr.trim()}\n`)
    return undefined
  }
  return {
    path,
    freeBytes() {
      const { bavail, bsize } = statfsSync(path)
      return bavail * bsize
    },
    fill: () => writeUntilFull(join(path, filler)),
    empty: () => rmSync(join(path, filler), { force: true }),
    remove() {
      // Processes that have just ended may still hold it; a lazy unmount waits for them.
      execFileSync('umount', ['--lazy', path])
      rmSync(path, { recursive: true })
    },
  }
}
