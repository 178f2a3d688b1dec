import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DiskReserve } from './disk-reserve.ts'

const megabyte = 2 ** 20

/** A directory on a disk of which a test says how much is free besides the reserve. */
function reserveOn(megabytes: number) {
  const directory = mkdtempSync(join(tmpdir(), 'reserve-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'reserve')
  const sizeOf = () => (existsSync(path) ? statSync(path).size / megabyte : 0)
  const disk = { others: 0 }
  const freeBytes = async () => Math.max(0, megabytes - disk.others - sizeOf()) * megabyte
  return { reserve: new DiskReserve(directory, { freeBytes }), directory, path, sizeOf, disk }
}

describe('the reserve for a full disk', () => {
  it('given a disk with space, when checked, then 32 MB are kept that no compression gives back', async () => {
    const { reserve, path, sizeOf } = reserveOn(160)
    expect(await reserve.isFull()).toBe(false)
    expect(sizeOf()).toBe(32)
    const bytes = readFileSync(path)
    expect(bytes.subarray(0, megabyte).equals(bytes.subarray(megabyte, 2 * megabyte))).toBe(false)
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  it('given that others take every byte, again and again, when checked, then 4 MB are given up each time, while there are any @full', async () => {
    const { reserve, sizeOf, disk } = reserveOn(160)
    await reserve.isFull()
    const sizes: number[] = []
    for (let round = 0; round < 9; round++) {
      disk.others = 160 - sizeOf()
      expect(await reserve.isFull()).toBe(true)
      sizes.push(sizeOf())
    }
    expect(sizes).toEqual([28, 24, 20, 16, 12, 8, 4, 0, 0])
  })

  it('given a full disk, when space is freed, then it is full below 8 MB, and the reserve grows with what is beyond 16 MB', async () => {
    const { reserve, sizeOf, disk } = reserveOn(160)
    await reserve.isFull()
    const found: [boolean, number][] = []
    for (const others of [128, 125, 124, 114, 112]) {
      disk.others = others
      found.push([await reserve.isFull(), sizeOf()])
    }
    expect(found).toEqual([
      [true, 28],
      [true, 28],
      [false, 28],
      [false, 30],
      [false, 32],
    ])
  })

  it('given a small disk, when checked, then it keeps what is left beyond 16 MB, and is not full', async () => {
    const { reserve, sizeOf } = reserveOn(30)
    expect(await reserve.isFull()).toBe(false)
    expect(sizeOf()).toBe(14)
  })

  it('given checks at the same time, when space is missing, then the file is cut once @full', async () => {
    const { reserve, sizeOf, disk } = reserveOn(160)
    await reserve.isFull()
    disk.others = 128
    expect(await Promise.all([reserve.isFull(), reserve.isFull(), reserve.isFull()])).toEqual([true, true, true])
    expect(sizeOf()).toBe(28)
  })

  it('given too little space for a new database, when started, then refused in words; with a database it may start', async () => {
    const { reserve, directory } = reserveOn(40)
    await expect(reserve.prepareStart()).rejects.toThrow(
      /^The disk is full: a new database needs 48 MB, and 40 MB are free .* Free space and start again\.$/,
    )
    mkdirSync(join(directory, 'cluster'))
    writeFileSync(join(directory, 'cluster', 'PG_VERSION'), '17')
    await expect(reserve.prepareStart()).resolves.toBeUndefined()
  })

  it('given a start that failed, when the disk is full, then the error says so; otherwise it is what it was', async () => {
    const failure = new Error('the engine failed')
    expect(await reserveOn(160).reserve.startError(failure)).toBe(failure)
    const full = await reserveOn(0).reserve.startError(failure)
    expect(full).toMatchObject({
      message: expect.stringMatching(/is full, so the database cannot start/),
      cause: failure,
    })
  })
})
