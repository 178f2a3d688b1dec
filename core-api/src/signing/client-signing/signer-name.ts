/** The words of a name, without accents, case and punctuation. */
function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F'’.]/g, '')
    .toLowerCase()
  return plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
}

/**
 * Whether a signer's typed name is that of the record: it has all words of it, in any order. It may have more, such as a
 * middle name, which the record's name lacks. Accents and case do not count.
 */
export function isNameOf(typed: string, recordName: string): boolean {
  const words = new Set(wordsOf(typed))
  return wordsOf(recordName).every((word) => words.has(word))
}
