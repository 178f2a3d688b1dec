import { Readable } from 'node:stream'
import type { Static } from 'typebox'
import { type ChainedEvent, readChainedEvents } from '../../platform/audit-trail/audit-chain-repository.ts'
import { canonicalBytes } from '../../platform/audit-trail/event-hash.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { isReveal, openRevealReason } from '../../platform/encryption/stored-reasons.ts'
import type { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import { hashOfLeaf } from '../anchors/anchor.ts'
import { findAnchorOfChain } from '../anchors/anchor-repository.ts'
import { readAnchor } from '../anchors/anchor-store.ts'
import { merklePath } from '../anchors/merkle-tree.ts'
import type { ExportEnd, ExportedEvent, ExportHead, ExportProof } from './audit-export-format.ts'
import { findRevealDetails } from './reveal-details-repository.ts'

export interface ExportContext {
  db: Database
  cipher: FieldCipher
  store: EncryptedStore
  agencyName: string
  sign(statement: Buffer, at: Date): Promise<Buffer>
}

const eventsAtOnce = 500

/** Streams a chain as JSON Lines, with everything needed to verify it without this product. */
export const exportTrail = (context: ExportContext, chain: string): Readable =>
  Readable.from(exportLines(context, chain), { objectMode: false })

async function* exportLines(context: ExportContext, chain: string): AsyncGenerator<string> {
  const madeAt = new Date()
  const made_at = madeAt.toISOString()
  const head: Static<typeof ExportHead> = {
    format: 'audit-trail',
    version: 1,
    agency: context.agencyName,
    chain,
    made_at,
  }
  yield line(head)
  let last: ChainedEvent | undefined
  for (let read = eventsAtOnce; read === eventsAtOnce; ) {
    const after = last && { chain, position: last.position }
    const events = await readChainedEvents(context.db, { after, chain, limit: eventsAtOnce })
    for await (const event of withReasons(context, events)) yield line(event)
    last = events.at(-1) ?? last
    read = events.length
  }
  const end = { chain, position: last?.position ?? 0, hash: last?.hash.toString('hex') ?? '', made_at }
  yield line(await proofOf(context, end, madeAt))
}

/** The events of one query, with the reasons of those that have one. */
async function* withReasons({ db, cipher }: ExportContext, events: ChainedEvent[]): AsyncGenerator<Exported> {
  const ids = events.filter(({ action }) => isReveal(action)).map(({ id }) => id)
  const details = await findRevealDetails(db, ids)
  for (const event of events) {
    const stored = { ...event, encrypted_reveal_details: details.get(event.id) ?? null }
    const reason = isReveal(event.action) ? openRevealReason(cipher, stored) : null
    yield reason === null ? exported(event) : { ...exported(event), reason }
  }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`

type Exported = Static<typeof ExportedEvent>

function exported(stored: ChainedEvent): Exported {
  const { id, at, actor_kind, actor_id, action, client_id, session_id, subject_id } = stored
  const { fields, address, detail, position, hash } = stored
  const who = { id, at, actor_kind, actor_id, action, client_id, session_id, subject_id }
  return { position, hash: hash.toString('hex'), event: { ...who, fields, address, detail } }
}

async function proofOf(
  context: ExportContext,
  end: Static<typeof ExportEnd>,
  at: Date,
): Promise<Static<typeof ExportProof>> {
  const statement = canonicalBytes(end)
  const signature = await context.sign(statement, at)
  return {
    end: statement.toString('base64'),
    signature: signature.toString('base64'),
    anchor: await anchorOf(context, end.chain),
  }
}

async function anchorOf({ db, store }: ExportContext, chain: string): Promise<Static<typeof ExportProof>['anchor']> {
  const number = await findAnchorOfChain(db, chain)
  const anchor = number === undefined ? undefined : await readAnchor(store, number)
  if (!anchor || anchor === 'damaged') return null
  const index = anchor.leaves.findIndex((leaf) => leaf.chain === chain)
  const leaf = anchor.leaves[index]
  if (!leaf) return null
  const path = merklePath(anchor.leaves.map(hashOfLeaf), index)
  return {
    statement: anchor.statement.toString('base64'),
    signature: anchor.signature.toString('base64'),
    time_stamp: anchor.timeStamp?.toString('base64') ?? null,
    leaf,
    path: path.map(({ side, hash }) => ({ side, hash: hash.toString('hex') })),
  }
}
