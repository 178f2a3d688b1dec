import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeDataPrivate } from './private-modes.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'modes-'))
  chmodSync(data, 0o755)
})
afterEach(() => rmSync(data, { recursive: true }))

/** Paths below the data directory that group or others have any right to. */
const openPaths = (): string[] =>
  readdirSync(data, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isSymbolicLink())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => (lstatSync(path).mode & 0o077) !== 0)
    .map((path) => relative(data, path))

describe('the modes of a data directory', () => {
  it('given files that others may write, when made private, then they are counted and closed, and links are left', () => {
    mkdirSync(join(data, 'database', 'cluster'), { recursive: true })
    for (const name of ['a', 'b']) writeFileSync(join(data, 'database', 'cluster', name), '')
    for (const path of ['database', 'database/cluster', 'database/cluster/a']) chmodSync(join(data, path), 0o777)
    chmodSync(join(data, 'database/cluster/b'), 0o600)
    const outside = mkdtempSync(join(tmpdir(), 'outside-'))
    chmodSync(outside, 0o755)
    symlinkSync(outside, join(data, 'database', 'link'))
    expect(makeDataPrivate(data)).toBe(3)
    expect(openPaths()).toEqual([])
    expect(lstatSync(outside).mode & 0o777).toBe(0o755)
    expect(makeDataPrivate(data)).toBe(0)
    rmSync(outside, { recursive: true })
  })

  it('given a file of the operator in the directory, when it is made private, then the file is unchanged', () => {
    writeFileSync(join(data, 'notes.txt'), '')
    chmodSync(join(data, 'notes.txt'), 0o644)
    expect(makeDataPrivate(data)).toBe(0)
    expect(openPaths()).toEqual(['notes.txt'])
  })

  // Only root can give a file to another user.
  it.runIf(process.getuid?.() === 0)(
    'given a file of another user that others may read, when made private, then the start is refused with what to do',
    () => {
      const nobody = 65_534
      const path = join(data, 'first-admin.txt')
      writeFileSync(path, '')
      chmodSync(path, 0o644)
      process.seteuid?.(nobody)
      try {
        expect(() => makeDataPrivate(data)).toThrow(`${path}, and it belongs to another user. Give it to the user`)
      } finally {
        process.seteuid?.(0)
      }
    },
  )
})
