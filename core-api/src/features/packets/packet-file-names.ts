/** As many bytes as a title may take of a file's name: file systems allow 255 in all. */
const longest = 180

/**
 * Names for files made of titles, usable on every system: numbered, which keeps their order and makes each unique.
 * @returns one for each title, such as `02 Proposta.pdf`
 */
export function fileNamesOf(titles: readonly (string | null)[]): string[] {
  const digits = Math.max(2, String(titles.length).length)
  return titles.map((title, index) => `${String(index + 1).padStart(digits, '0')} ${stemOf(title)}.pdf`)
}

/** Letters, marks, digits and a little punctuation: nothing that leads to another folder, hides or reorders text. */
function stemOf(title: string | null): string {
  const safe = (title ?? '').normalize('NFC').replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, '_')
  const stem = firstBytes(safe.replace(/ {2,}/g, ' '), longest).replace(/^[ ._]+|[ ._]+$/g, '')
  return stem === '' ? 'document' : stem
}

/** No character is cut in two. */
function firstBytes(text: string, most: number): string {
  let size = 0
  let kept = ''
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > most) break
    kept += character
  }
  return kept
}
