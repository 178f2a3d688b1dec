import { verify, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSealKey, loadSealKey, sealFingerprint } from './seal-key.ts'
import { openSealSigner, type SealSecret } from './seal-signer.ts'

const p12 = new Uint8Array(readFileSync(new URL('../../test/pdfs/seal-key.p12', import.meta.url)))

async function madePem(organisation: string): Promise<string> {
  const { secret } = await createSealKey({ organisation })
  if (secret.kind !== 'pem') throw new Error('A new key is PEM')
  return secret.pem
}

afterEach(() => vi.useRealTimers())

describe('createSealKey', () => {
  it('given an organisation, when a key is made, then its certificate is self-signed P-256 for signing documents', async () => {
    const { certificate } = await createSealKey({ organisation: 'Agência Ñandú' })
    const x509 = new X509Certificate(certificate)
    expect(x509.subject).toBe('CN=Agência Ñandú document seal')
    expect(x509.verify(x509.publicKey)).toBe(true)
    expect(x509.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
    expect(x509.ca).toBe(false)
    expect(x509.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4'])
    expect(x509.validToDate.getTime() - Date.now()).toBeGreaterThan(9 * 365 * 24 * 3_600_000)
  })

  it('given two keys, when they are compared, then serial number and key differ', async () => {
    const [one, two] = await Promise.all([createSealKey({ organisation: 'A' }), createSealKey({ organisation: 'A' })])
    expect(new X509Certificate(one.certificate).serialNumber).not.toBe(
      new X509Certificate(two.certificate).serialNumber,
    )
    expect(sealFingerprint(one)).not.toBe(sealFingerprint(two))
  })
})

describe('loadSealKey', () => {
  it('given the PEM of a made key, when it is loaded, then it is the same key', async () => {
    const made = await createSealKey({ organisation: 'A' })
    const loaded = await loadSealKey(made.secret)
    expect(sealFingerprint(loaded)).toBe(sealFingerprint(made))
    expect(sealFingerprint(loaded)).toBe(new X509Certificate(made.certificate).fingerprint256)
  })

  it('given a P12 with its chain, when it is loaded, then the certificate is the one of the key', async () => {
    const key = await loadSealKey({ kind: 'p12', p12, passphrase: 'test' })
    expect(new X509Certificate(key.certificate).subject).toContain('CN=Test seal')
    const signer = await openSealSigner(key.secret)
    const signature = await signer.sign(Buffer.from('text'), 'SHA-256')
    expect(verify('SHA-256', Buffer.from('text'), new X509Certificate(key.certificate).publicKey, signature)).toBe(true)
    expect(signer.certificateChain).toHaveLength(1)
  })

  it('given PEM with the issuer first, when it is loaded, then the certificate is still the one of the key', async () => {
    const [own, other] = [await madePem('Own'), await madePem('Other')]
    const otherCertificate = other.slice(0, other.indexOf('-----BEGIN PRIVATE KEY'))
    const { certificate } = await loadSealKey({ kind: 'pem', pem: otherCertificate + own })
    expect(new X509Certificate(certificate).subject).toBe('CN=Own document seal')
  })

  it('given keys that cannot be used, when they are loaded, then each is refused as invalid', async () => {
    const [one, two] = [await madePem('One'), await madePem('Two')]
    const certificateOfOne = one.slice(0, one.indexOf('-----BEGIN PRIVATE KEY'))
    const keyOfTwo = two.slice(two.indexOf('-----BEGIN PRIVATE KEY'))
    const secrets: SealSecret[] = [
      { kind: 'p12', p12, passphrase: 'wrong' },
      { kind: 'p12', p12: new Uint8Array(10), passphrase: '' },
      { kind: 'pem', pem: 'nothing' },
      { kind: 'pem', pem: keyOfTwo },
      { kind: 'pem', pem: certificateOfOne + keyOfTwo },
    ]
    for (const secret of secrets) await expect(loadSealKey(secret)).rejects.toMatchObject({ code: 'SEAL_KEY_INVALID' })
  })

  it('given a certificate that has expired, when it is loaded, then it is loaded, for the service to start with', async () => {
    const { secret } = await createSealKey({ organisation: 'A' })
    vi.useFakeTimers({ now: Date.now() + 11 * 366 * 24 * 3_600_000, toFake: ['Date'] })
    expect(await loadSealKey(secret)).toMatchObject({ secret })
  })
})
