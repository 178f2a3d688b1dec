function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F'’.]/g, '')
    .toLowerCase()
  return plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
}

/** Compares words in any order, without accents and case. The typed name may have more, such as a middle name. */
export function isNameOf(typed: string, recordName: string): boolean {
  const words = new Set(wordsOf(typed))
  return wordsOf(recordName).every((word) => words.has(word))
}
