import { refuseFile } from './table.ts'
import { type Archive, unescaped } from './xlsx-archive.ts'

/** Characters of all comments of a sheet together. */
const longestComments = 8 * 2 ** 20

/** The comments of a sheet's cells, by row. */
export async function readComments(archive: Archive, path: string): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>()
  const [, folder = '', name = ''] = /^(.*\/)([^/]+)$/.exec(path) ?? []
  const relations = `${folder}_rels/${name}.rels`
  let part = ''
  if (!archive.has(relations)) return found
  await archive.parse(relations, {
    open: (element, { Type = '', Target = '' }) => {
      if (element === 'Relationship' && Type.endsWith('/comments'))
        part = new URL(Target, `file:///${folder}`).pathname.slice(1)
    },
  })
  if (!archive.has(part)) return found
  let [row, text, isText, length] = [0, '', false, 0]
  await archive.parse(part, {
    open: (element, { ref = '' }) => {
      if (element === 'comment') [row, text] = [Number(/\d+$/.exec(ref)?.[0] ?? 0), '']
      isText = element === 't'
    },
    text: (characters) => {
      length += isText ? characters.length : 0
      if (length > longestComments) refuseFile('has too much text in comments; delete them, or save it as CSV')
      if (isText) text += characters
    },
    close: (element) => {
      isText = false
      if (element !== 'comment') return
      // Excel writes a thread into a comment that explains what a thread is.
      const said = unescaped(text)
        .replace(/^\[Threaded comment\][\s\S]*?Comment:\s*/, '')
        .replace(/\s+/g, ' ')
        .trim()
      if (said !== '') found.set(row, [...(found.get(row) ?? []), said])
    },
  })
  return found
}
