import type { AuditVerification } from '@agency/contract/audit'
import { findEmptyChains, readChainedEvents } from '../../platform/audit-trail/audit-chain-repository.ts'
import type { AuditKey } from '../../platform/audit-trail/audit-key.ts'
import type { Database } from '../../platform/database/database.ts'
import type { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import { countBeyondAnchors, findAnchorOfChain, findLastAnchorNumber } from '../anchors/anchor-repository.ts'
import { readAnchor } from '../anchors/anchor-store.ts'
import { type AnchorFinding, verifyAnchor } from '../anchors/verify-anchor.ts'
import { breakChain, endChain, stepChain } from './chain-walk.ts'
import { newProgress, type VerificationProgress } from './verification-progress.ts'

/** Verifies some sealed documents in the order of their ids, by their records with an HMAC. */
export type VerifyDocuments = (
  db: Database,
  key: AuditKey,
  options: { after: string | undefined; clientId: string | undefined; limit: number },
) => Promise<{ ids: string[]; broken: string[] }>

export interface TrailSource {
  db: Database
  key: AuditKey
  store: EncryptedStore
  verifyDocuments: VerifyDocuments
}

const eventsAtOnce = 200
const documentsAtOnce = 200
const mostFindings = 1_000

/** Verifies some events, one anchor, or some documents. Locks nothing. @returns whether everything is verified */
export async function verifyNext(
  source: TrailSource,
  progress: VerificationProgress,
  clientId?: string,
): Promise<boolean> {
  if (progress.phase === 'events') await verifyEvents(source, progress, clientId)
  else if (progress.phase === 'anchors' && clientId !== undefined) await verifyAnchorOf(source, progress, clientId)
  else if (progress.phase === 'anchors') await verifyNextAnchor(source, progress)
  else return verifySomeDocuments(source, progress, clientId)
  return false
}

/** @param clientId only the chain of this client, its newest anchor and its documents */
export async function verifyTrail(source: TrailSource, clientId: string | undefined): Promise<AuditVerification> {
  const progress = newProgress()
  while (!(await verifyNext(source, progress, clientId)));
  return resultOf(progress)
}

export function resultOf({ chains, events, broken, anchors, documents }: VerificationProgress): AuditVerification {
  const { checked, last_at, problems } = anchors
  const valid = broken.length + problems.length + documents.broken.length === 0
  const { checked: documentsChecked, broken: brokenDocuments } = documents
  return {
    valid,
    chains,
    events,
    broken,
    anchors: { checked, last_at, problems },
    documents: { checked: documentsChecked, broken: brokenDocuments },
  }
}

async function verifyEvents({ db, key }: TrailSource, progress: VerificationProgress, chain: string | undefined) {
  const { last } = progress
  const after = last ? { chain: last.chain, position: last.position } : undefined
  const events = await readChainedEvents(db, { after, chain, limit: eventsAtOnce })
  for (const event of events) stepChain(progress, key, event)
  if (events.length === eventsAtOnce) return
  endChain(progress)
  for (const empty of await findEmptyChains(db, chain)) breakChain(progress, empty, 0)
  progress.phase = 'anchors'
}

async function verifyNextAnchor(source: TrailSource, progress: VerificationProgress) {
  const number = progress.anchors.next
  const last = await findLastAnchorNumber(source.db)
  if (number > last && !(await readAnchor(source.store, number))) {
    const beyond = await countBeyondAnchors(source.db, last)
    // Made since the last number was read: it is verified next.
    if (beyond > 0 && (await findLastAnchorNumber(source.db)) > last) return
    if (beyond > 0) report(progress, [`${beyond} chains are said to be in an anchor that does not exist.`])
    progress.phase = 'documents'
    return
  }
  const { previous } = progress.anchors
  const known = previous === null ? undefined : Buffer.from(previous, 'hex')
  const finding = await verifyAnchor(source, number, { previous: known })
  addAnchor(progress, finding)
  progress.anchors.next = number + 1
}

async function verifyAnchorOf(source: TrailSource, progress: VerificationProgress, chain: string) {
  const number = await findAnchorOfChain(source.db, chain)
  if (number !== undefined) addAnchor(progress, await verifyAnchor(source, number, { chain }))
  progress.phase = 'documents'
}

function addAnchor(progress: VerificationProgress, { at, digest, problems, contradicted }: AnchorFinding) {
  progress.anchors.checked++
  progress.anchors.last_at = at ?? progress.anchors.last_at
  progress.anchors.previous = digest?.toString('hex') ?? null
  report(progress, problems)
  for (const { chain, position } of contradicted) breakChain(progress, chain, position)
}

function report({ anchors }: VerificationProgress, problems: string[]) {
  anchors.problems.push(...problems.slice(0, mostFindings - anchors.problems.length))
}

async function verifySomeDocuments(source: TrailSource, progress: VerificationProgress, clientId: string | undefined) {
  const { documents } = progress
  const after = documents.after ?? undefined
  const found = await source.verifyDocuments(source.db, source.key, { after, clientId, limit: documentsAtOnce })
  documents.checked += found.ids.length
  documents.after = found.ids.at(-1) ?? documents.after
  documents.broken.push(...found.broken.slice(0, mostFindings - documents.broken.length))
  return found.ids.length < documentsAtOnce
}
