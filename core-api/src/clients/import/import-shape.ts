import { type ImportPlan, type ImportState, type ImportTarget, isJoined } from '@agency/contract/client-imports'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { listShapes } from './import-repository.ts'
import { headingKey } from './mapping/column-names.ts'

/** Bytes of the HMAC of a heading. */
const digestLength = 8
/** Columns that count: an index holds no more of them. */
const mostColumns = 300
/** Of the headings of both files, how many they have in common. */
const sameShare = 0.75

const keysOf = (headings: readonly string[]): string[] => headings.slice(0, mostColumns).map(headingKey)

/** By each master key, the newest first. */
const digestsOf = (cipher: FieldCipher, key: string): Buffer[] =>
  cipher.searchKeys(`import-heading:${key}`).map((digest) => digest.subarray(0, digestLength))

/** HMACs of the headings in their order, since a file without headings has values there; null for such a file. */
export function shapeOf(cipher: FieldCipher, headings: readonly string[]): Buffer | null {
  const keys = keysOf(headings)
  const noHeading = Buffer.alloc(digestLength)
  const digests = keys.map((key) => (key === '' ? noHeading : (digestsOf(cipher, key)[0] ?? noHeading)))
  return keys.every((key) => key === '') ? null : Buffer.concat(digests)
}

const partsOf = (shape: Buffer): string[] =>
  Array.from({ length: shape.length / digestLength }, (_, at) =>
    shape.toString('hex', at * digestLength, (at + 1) * digestLength),
  )

interface Sheet {
  file_name: string
  sheet: string | null
}

export const sheetOf = ({ file_name, plan }: { file_name: string; plan: ImportPlan }): Sheet => ({
  file_name,
  sheet: plan.settings.sheet,
})

/**
 * The newest other import of a file with nearly the same headings, in any order, and for each heading its column there.
 * @param which `isDone`: that was run; `otherThan`: no other sheet of this file
 */
export async function findSameShape(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  headings: readonly string[],
  which: { exceptId: string; isDone: boolean; otherThan?: Sheet },
) {
  const keys = keysOf(headings)
  const own = keys.map((key) => digestsOf(cipher, key).map((digest) => digest.toString('hex')))
  const isNamed = keys.map((key) => key !== '')
  const names = isNamed.filter(Boolean).length
  const { otherThan } = which
  const found = (await listShapes(db, which)).flatMap(({ shape, ...former }) => {
    const of = sheetOf(former)
    if (otherThan && of.file_name === otherThan.file_name && of.sheet !== otherThan.sheet) return []
    const theirs = partsOf(shape ?? Buffer.alloc(0))
    const free = new Set(theirs.keys())
    const columns = own.map((digests, at) => {
      const column = isNamed[at] ? [...free].find((each) => digests.includes(theirs[each] ?? '')) : undefined
      if (column !== undefined) free.delete(column)
      return column
    })
    const common = columns.filter((column) => column !== undefined).length
    const most = Math.max(names, theirs.filter((digest) => !/^0+$/.test(digest)).length)
    return common > 0 && common >= most * sameShare ? [{ ...former, columns, share: common / most }] : []
  })
  return found.toSorted((one, other) => other.share - one.share).at(0)
}

/**
 * The targets of the former file in the order of this file's columns; for a new column the proposed one, if it is free.
 * That a column is left out counts if the former file was run.
 */
export function mappingOf(
  { plan, columns, state }: { plan: ImportPlan; columns: readonly (number | undefined)[]; state: ImportState },
  proposed: ImportPlan['mapping'],
): ImportPlan['mapping'] {
  const leftOut = state === 'done' || state === 'reverted' ? null : undefined
  const known = columns.map((column) => (column === undefined ? undefined : (plan.mapping[column] ?? leftOut)))
  return proposed.map((target, at) => {
    if (known[at] !== undefined) return known[at]
    return target !== null && (isJoined(target) || !known.includes(target)) ? target : null
  })
}

/** What columns of the former file of this kind were, and none of this one is: perhaps one was renamed. */
export async function noLongerIn(
  context: { db: Database; cipher: FieldCipher },
  { id, plan }: { id: string; plan: ImportPlan },
  headings: readonly string[],
): Promise<ImportTarget[]> {
  const former = await findSameShape(context, headings, { exceptId: id, isDone: true })
  return (former?.plan.mapping ?? []).flatMap((target) =>
    target === null || plan.mapping.includes(target) ? [] : [target],
  )
}
