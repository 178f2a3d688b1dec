import { createHash, webcrypto } from 'node:crypto'
import { Certificate } from 'pkijs'
import { hasRevocationAddress } from './revocation.ts'
import { openSealSigner, type SealSecret } from './seal-signer.ts'
import { createSealCertificate } from './self-signed-certificate.ts'

/** The key that documents are sealed with. `certificate` is DER; store `secret` encrypted. */
export type SealKey = { certificate: Uint8Array; secret: SealSecret }

/** Makes a P-256 key with a self-signed certificate: it detects changes, and readers show it as untrusted. */
export async function createSealKey({ organisation }: { organisation: string }): Promise<SealKey> {
  const keys = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const certificate = await createSealCertificate(keys, organisation)
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  const pem = `${pemBlock('CERTIFICATE', certificate)}${pemBlock('PRIVATE KEY', new Uint8Array(pkcs8))}`
  return loadSealKey({ kind: 'pem', pem })
}

/** Makes a test signature; dates are not checked. @throws {PdfTaskFailed} `SEAL_KEY_INVALID` */
export async function loadSealKey(secret: SealSecret): Promise<SealKey> {
  const { certificate } = await openSealSigner(secret)
  return { certificate, secret }
}

/** Whether the seal's certificate states where its issuer can be asked if it is revoked, as B-LT needs. */
export const statesRevocation = ({ certificate }: Pick<SealKey, 'certificate'>): boolean =>
  hasRevocationAddress(Certificate.fromBER(Uint8Array.from(certificate)))

/** SHA-256 of the seal's certificate as `AB:CD:…`, the format of readers and `openssl x509 -fingerprint`. */
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
