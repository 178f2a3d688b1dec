import type { AuditKey } from '../../platform/audit-trail/audit-key.ts'
import type { Database } from '../../platform/database/database.ts'
import type { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import { type Anchor, type AnchorLeaf, anchorHolds, digestOf, parseStatement } from './anchor.ts'
import { findAnchor, findContradictedLeaves, listAnchoredChains } from './anchor-repository.ts'
import { readAnchor } from './anchor-store.ts'

export interface AnchorFinding {
  at: string | null
  digest: Buffer | undefined
  problems: string[]
  /** Ends of chains that the stored events contradict. */
  contradicted: AnchorLeaf[]
}

interface AnchorSource {
  db: Database
  key: AuditKey
  store: EncryptedStore
}

/** How long an anchor may lack its row: after an interrupted run, the next run restores the row. */
const unrecordedMilliseconds = 2 * 3_600_000

/** Compares an anchor with its row, the anchor before it (`previous`), and the events, of `chain` alone if given. */
export async function verifyAnchor(
  { db, key, store }: AnchorSource,
  number: number,
  { previous, chain }: { previous?: Buffer | undefined; chain?: string | undefined },
): Promise<AnchorFinding> {
  const row = await findAnchor(db, number)
  const anchor = await readAnchor(store, number)
  const finding: AnchorFinding = { at: row?.at ?? null, digest: undefined, problems: [], contradicted: [] }
  const report = (problem: string) => finding.problems.push(`Anchor ${number} ${problem}.`)
  if (!anchor) {
    report('is missing in the file store')
    return finding
  }
  if (anchor === 'damaged' || !anchorHolds(anchor, key, number)) {
    report('in the file store was altered, or was not made with the key of this installation')
    return finding
  }
  const { at, previous: named } = parseStatement(anchor.statement)
  finding.at = at
  finding.digest = digestOf(anchor.statement)
  if (previous && named !== previous.toString('hex')) report('does not follow the one before it')
  if (!row && Date.now() - Date.parse(at) > unrecordedMilliseconds) report('is missing in the database')
  if (row && !row.digest.equals(finding.digest)) report('in the database is not the one in the file store')
  if (row && !(await agreesWithRows(db, number, anchor))) report('has other chains in the database')
  const leaves = chain === undefined ? anchor.leaves : anchor.leaves.filter((leaf) => leaf.chain === chain)
  finding.contradicted = await findContradictedLeaves(db, leaves)
  return finding
}

/** A row with a later position than the anchor would prevent the chain from being anchored again. */
async function agreesWithRows(db: Database, number: number, { leaves }: Anchor): Promise<boolean> {
  const positions = new Map(leaves.map(({ chain, position }) => [chain, position]))
  const rows = await listAnchoredChains(db, number)
  return rows.every(({ chain, position }) => positions.get(chain) === position)
}
