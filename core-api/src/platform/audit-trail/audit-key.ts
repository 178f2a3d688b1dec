import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { deriveKey } from '../encryption/keyring.ts'
import { canonicalBytes } from './event-hash.ts'

/** The purpose of an HMAC, which is part of it: an HMAC for one purpose is invalid for another. */
export type MacPurpose = 'anchor' | 'carried' | 'progress' | 'result' | 'sealed-document'

/** The two halves of an HMAC key (RFC 2104), each one block of SHA-256 long. */
export interface KeyPads {
  inner: Buffer
  outer: Buffer
}

const blockLength = 64
const innerByte = 0x36
const outerByte = 0x5c

/** Made once per installation and stored encrypted, so its HMACs stay valid when the master key is rotated. */
export class AuditKey {
  readonly madeAt: Date
  readonly #carryUntil: Date | undefined
  readonly #links: KeyObject
  readonly #records: KeyObject

  /** @param carryUntil until when records without an HMAC are accepted after an upgrade */
  constructor(bytes: Buffer, { madeAt, carryUntil }: { madeAt: Date; carryUntil?: Date | undefined }) {
    this.madeAt = madeAt
    this.#carryUntil = carryUntil
    this.#links = createSecretKey(deriveKey(bytes, 'audit-links'))
    this.#records = createSecretKey(deriveKey(bytes, 'audit-records'))
  }

  accepts(now: Date): boolean {
    return this.#carryUntil !== undefined && now < this.#carryUntil
  }

  /** Pads, so that the database needs only SHA-256. Derived for this event: reveals nothing about others. */
  linkPads(chain: string, eventId: string): KeyPads {
    const key = this.#linkKey(chain, eventId)
    const inner = Buffer.alloc(blockLength, innerByte)
    const outer = Buffer.alloc(blockLength, outerByte)
    for (let index = 0; index < key.length; index++) {
      const byte = key.readUInt8(index)
      inner.writeUInt8(innerByte ^ byte, index)
      outer.writeUInt8(outerByte ^ byte, index)
    }
    return { inner, outer }
  }

  /** The HMAC of an event. Covers the chain's name, the event and, through the hash, all events before it. */
  linkMac(chain: string, eventId: string, hash: Buffer): Buffer {
    return createHmac('sha256', this.#linkKey(chain, eventId)).update(hash).digest()
  }

  /** The HMAC of a record, over its canonical JSON. */
  mac(purpose: MacPurpose, record: Record<string, unknown>): Buffer {
    return createHmac('sha256', this.#records).update(`${purpose}\n`).update(canonicalBytes(record)).digest()
  }

  fits(mac: Buffer | null, purpose: MacPurpose, record: Record<string, unknown>): boolean {
    const expected = this.mac(purpose, record)
    return mac !== null && mac.length === expected.length && timingSafeEqual(mac, expected)
  }

  #linkKey(chain: string, eventId: string): Buffer {
    return createHmac('sha256', this.#links).update(`${chain}\n${eventId}`).digest()
  }
}

// By the adapter, which a database shares with its transactions: events are appended in transactions.
const keys = new WeakMap<object, AuditKey>()

export function bindAuditKey(db: Database, key: AuditKey): void {
  keys.set(db.getExecutor().adapter, key)
}

/** @throws if none was bound */
export function auditKeyOf(db: Database): AuditKey {
  const key = keys.get(db.getExecutor().adapter)
  if (!key) throw new Error('The key of the audit trail was not opened for this database')
  return key
}
