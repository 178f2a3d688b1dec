import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { unzip } from '@agency/test-kit/packets/packet-archive'
import { expect, it } from 'vitest'
import { streamZip, type ZipPart } from './zip-stream.ts'

const modified = new Date('2026-11-01T10:00:00Z')
const megabyte = randomBytes(2 ** 20)

function* piecesOf(content: Buffer) {
  for (let at = 0; at < content.length; at += 2 ** 16) yield content.subarray(at, at + 2 ** 16)
}
const streamOf = (content: Buffer) => Readable.from(piecesOf(content), { objectMode: false })

/** Files that note when they are opened, come to their end, and are closed. */
function notedParts(count: number, open = () => streamOf(megabyte)) {
  const notes: string[] = []
  const parts = Array.from({ length: count }, (_, index): ZipPart => {
    const name = `${index}.bin`
    const openNoted = async () => {
      notes.push(`open ${index}`)
      return open()
        .once('end', () => notes.push(`end ${index}`))
        .once('close', () => notes.push(`close ${index}`))
    }
    return { name, size: megabyte.length, modified, open: openNoted }
  })
  return { notes, parts }
}

it('given files, when archived, then each is opened after the end of the one before, and the size is as it was said', async () => {
  const { notes, parts } = notedParts(3)
  const { content, size } = streamZip(parts)
  const archive = await buffer(content)
  expect(notes.filter((note) => !note.startsWith('close'))).toEqual(
    ['0', '1', '2'].flatMap((index) => [`open ${index}`, `end ${index}`]),
  )
  expect(archive.length).toBe(size)
  expect([...unzip(archive)]).toEqual(parts.map(({ name }) => [name, megabyte]))
})

it('given a reader that does not read, when archived, then no more than a little of the first file is read', async () => {
  let read = 0
  const endless = () =>
    Readable.from(
      (function* () {
        for (; read < 1_000; read += 1) yield Buffer.alloc(2 ** 16)
      })(),
      { objectMode: false },
    )
  const { notes, parts } = notedParts(2, endless)
  const { content } = streamZip(parts)
  await once(content, 'readable')
  await new Promise((resolve) => setImmediate(resolve))
  expect(notes).toEqual(['open 0'])
  expect(read).toBeLessThan(20)
  content.destroy()
  await once(content, 'close')
})

it('given a reader that leaves off, when archived, then the open file is closed, and no other is opened', async () => {
  const { notes, parts } = notedParts(3)
  const { content } = streamZip(parts)
  await once(content, 'readable')
  content.destroy()
  await once(content, 'close')
  await new Promise((resolve) => setImmediate(resolve))
  expect(notes).toEqual(['open 0', 'close 0'])
})

const broken = (content: Buffer) =>
  Readable.from(
    (function* () {
      yield content
      throw new Error('altered')
    })(),
  )
it.each([
  ['can’t be opened', () => Promise.reject(new Error('altered')), 'altered'],
  ['fails in its middle', async () => broken(megabyte.subarray(0, 9_000)), 'altered'],
  ['fails at its end', async () => broken(megabyte), 'altered'],
  ['is shorter than it was said to be', async () => Readable.from([Buffer.alloc(3)]), 'unexpected number of bytes'],
])(
  'given a file that %s, when archived, then the archive fails too, and ends without its directory',
  async (_what, open, message) => {
    const { notes, parts } = notedParts(2)
    const second = { name: 'broken.bin', size: megabyte.length, modified, open }
    const { content } = streamZip([...parts.slice(0, 1), second, ...parts.slice(1)])
    const chunks: Buffer[] = []
    content.on('data', (chunk: Buffer) => chunks.push(chunk))
    const [error] = await once(content, 'error')
    expect(error.message).toContain(message)
    expect(notes).toEqual(['open 0', 'end 0', 'close 0'])
    expect(() => unzip(Buffer.concat(chunks))).toThrow()
  },
)
