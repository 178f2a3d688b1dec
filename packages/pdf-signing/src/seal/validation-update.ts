import { PDF } from '../libpdf.ts'
import { written } from './written-object.ts'
import { readXrefSection } from './xref-section.ts'

/** Whether it only gives the catalog `DSS`, which DocMDP permits at each level (ISO 32000-2, 12.8.2.2.2). */
export async function isValidationUpdate(file: Uint8Array, signedLength: number): Promise<boolean> {
  const signed = file.subarray(0, signedLength)
  const [before, update] = [readXrefSection(signed), readXrefSection(file)]
  if (!before || !update || update.previous !== before.start || update.root !== before.root) return false
  const replaced = [...update.offsets.keys()].filter((number) => number < before.size)
  if (update.start <= signedLength || update.free.length > 0 || replaced.join() !== String(update.root)) return false
  const [old, changed] = [(await PDF.load(signed)).getCatalog(), (await PDF.load(file)).getCatalog()]
  return changed.has('DSS') && !old.has('DSS') && written(changed, ['DSS']) === written(old)
}
