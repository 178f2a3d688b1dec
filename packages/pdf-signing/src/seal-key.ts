import { createHash, webcrypto } from 'node:crypto'
import { createSealCertificate } from './seal-certificate.ts'
import { openSealSigner, type SealSecret } from './seal-signer.ts'

/** What documents are sealed with. `certificate` is DER; `secret` is what to keep, sealed. */
export type SealKey = { certificate: Uint8Array; secret: SealSecret }

/** Makes a P-256 key with a self-signed certificate: enough to detect changes, shown as untrusted by readers. */
export async function createSealKey({ organisation }: { organisation: string }): Promise<SealKey> {
  const keys = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const certificate = await createSealCertificate(keys, organisation)
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  const pem = `${pemBlock('CERTIFICATE', certificate)}${pemBlock('PRIVATE KEY', new Uint8Array(pkcs8))}`
  return loadSealKey({ kind: 'pem', pem })
}

/**
 * Loads a seal key and tries it out, whatever the dates of its certificate.
 * @throws {PdfTaskFailed} `SEAL_KEY_INVALID` (unreadable, wrong pass phrase, key without its certificate)
 */
export async function loadSealKey(secret: SealSecret): Promise<SealKey> {
  const { certificate } = await openSealSigner(secret)
  return { certificate, secret }
}

/** SHA-256 of the seal's certificate as `AB:CD:…`, as readers and `openssl x509 -fingerprint` show it. */
export function sealFingerprint({ certificate }: SealKey): string {
  const hex = createHash('sha256').update(certificate).digest('hex').toUpperCase()
  return hex.replaceAll(/(..)(?!$)/g, '$1:')
}

function pemBlock(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replaceAll(/.{64}(?!$)/g, '$&\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}
