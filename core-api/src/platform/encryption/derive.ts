import { hkdfSync } from 'node:crypto'

/** One key a use, by HKDF (RFC 5869). */
export function derive(masterKey: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `agency-portal ${use}`, 32))
}
