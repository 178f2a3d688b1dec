import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { AuditKey } from '../../platform/audit-trail/audit-key.ts'
import { canonicalBytes } from '../../platform/audit-trail/event-hash.ts'
import { merkleLeaf, merkleRoot } from './merkle-tree.ts'

const Hex = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** The statement that the seal key signs: the Merkle root of `leaves` chain ends, and the digest of the statement before. */
export const AnchorStatement = Type.Object({
  version: Type.Literal(1),
  number: Type.Integer({ minimum: 1 }),
  at: Type.String(),
  previous: Type.Union([Hex, Type.Null()]),
  leaves: Type.Integer({ minimum: 1 }),
  root: Hex,
})
export type AnchorStatement = Static<typeof AnchorStatement>

export const AnchorLeaf = Type.Object({ chain: Type.String(), position: Type.Integer(), hash: Hex })
export type AnchorLeaf = Static<typeof AnchorLeaf>

/** The JSON file of an anchor in the file store. Bytes are in base64. */
const StoredAnchor = Type.Object({
  statement: Type.String(),
  signature: Type.String(),
  mac: Type.String(),
  time_stamp: Type.Union([Type.String(), Type.Null()]),
  leaves: Type.Array(AnchorLeaf),
})

export interface Anchor {
  statement: Buffer
  /** Detached CMS signature of `statement` by the seal's key, DER. */
  signature: Buffer
  mac: Buffer
  /** RFC 3161 token over the SHA-256 of `signature`. */
  timeStamp: Buffer | null
  leaves: AnchorLeaf[]
}

export const hashOfLeaf = ({ chain, position, hash }: AnchorLeaf): Buffer =>
  merkleLeaf(canonicalBytes({ chain, position, hash }))

export const digestOf = (statement: Uint8Array): Buffer => createHash('sha256').update(statement).digest()

export const parseStatement = (statement: Buffer): AnchorStatement =>
  Value.Parse(AnchorStatement, JSON.parse(statement.toString('utf8')))

function readStatement(statement: Buffer): AnchorStatement | undefined {
  try {
    return parseStatement(statement)
  } catch {
    return undefined
  }
}

/** @param previous the digest of the anchor before */
export function stateAnchor(leaves: AnchorLeaf[], number: number, at: Date, previous: Buffer | undefined): Buffer {
  const statement: AnchorStatement = {
    version: 1,
    number,
    at: at.toISOString(),
    previous: previous?.toString('hex') ?? null,
    leaves: leaves.length,
    root: merkleRoot(leaves.map(hashOfLeaf)).toString('hex'),
  }
  return canonicalBytes(statement)
}

/** Whether an anchor was made with this key and number, and its leaves match its statement. */
export function anchorHolds({ statement, mac, leaves }: Anchor, key: AuditKey, number: number): boolean {
  const stated = readStatement(statement)
  if (!stated) return false
  const root = leaves.length > 0 ? merkleRoot(leaves.map(hashOfLeaf)).toString('hex') : ''
  return (
    stated.number === number &&
    stated.leaves === leaves.length &&
    stated.root === root &&
    key.fits(mac, 'anchor', stated)
  )
}

export function encodeAnchor({ statement, signature, mac, timeStamp, leaves }: Anchor): Buffer {
  const stored: Static<typeof StoredAnchor> = {
    statement: statement.toString('base64'),
    signature: signature.toString('base64'),
    mac: mac.toString('base64'),
    time_stamp: timeStamp?.toString('base64') ?? null,
    leaves,
  }
  return Buffer.from(JSON.stringify(stored))
}

export function decodeAnchor(bytes: Buffer): Anchor {
  const stored = Value.Parse(StoredAnchor, JSON.parse(bytes.toString('utf8')))
  const decode = (text: string) => Buffer.from(text, 'base64')
  return {
    statement: decode(stored.statement),
    signature: decode(stored.signature),
    mac: decode(stored.mac),
    timeStamp: stored.time_stamp === null ? null : decode(stored.time_stamp),
    leaves: stored.leaves,
  }
}
