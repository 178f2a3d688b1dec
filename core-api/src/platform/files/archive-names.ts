const mostTitleBytes = 180

/** Valid on all systems; numbers keep the order. @returns one for each title, such as `02 Proposta.pdf` */
export function fileNamesOf(titles: readonly (string | null)[]): string[] {
  const digits = Math.max(2, String(titles.length).length)
  return titles.map((title, index) => `${String(index + 1).padStart(digits, '0')} ${stemOf(title)}.pdf`)
}

/** The same of files that have a name: its extension stays. */
export function numberedNames(names: readonly string[]): string[] {
  const digits = Math.max(2, String(names.length).length)
  return names.map((name, index) => {
    const [extension = ''] = /\.[\p{L}\p{N}]{1,8}$/u.exec(name) ?? []
    const stem = stemOf(name.slice(0, name.length - extension.length))
    return `${String(index + 1).padStart(digits, '0')} ${stem}${extension}`
  })
}

/** Keeps letters, marks, digits and some punctuation: no path separators, no invisible or reordering characters. */
function stemOf(title: string | null): string {
  const safe = (title ?? '').normalize('NFC').replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, '_')
  const stem = firstBytes(safe.replace(/ {2,}/g, ' '), mostTitleBytes).replace(/^[ ._]+|[ ._]+$/g, '')
  return stem === '' ? 'document' : stem
}

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
