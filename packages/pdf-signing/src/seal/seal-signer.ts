import { createPrivateKey, sign, verify, X509Certificate } from 'node:crypto'
import { P12Signer, type Signer } from '../libpdf.ts'
import { PdfTaskFailed } from '../pdf-errors.ts'

/** The private key of a seal: PEM text of certificates and a PKCS#8 key, or a PKCS#12 file. */
export type SealSecret = { kind: 'pem'; pem: string } | { kind: 'p12'; p12: Uint8Array; passphrase: string }

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const probe = Buffer.from('seal key probe')

/** Finds the key's certificate anywhere in the file. @throws {PdfTaskFailed} `SEAL_KEY_INVALID` */
export async function openSealSigner(secret: SealSecret): Promise<Signer> {
  try {
    const signer = secret.kind === 'pem' ? pemSigner(secret.pem) : await P12Signer.create(secret.p12, secret.passphrase)
    return await withMatchingCertificate(signer)
  } catch (cause) {
    throw new PdfTaskFailed('SEAL_KEY_INVALID', { cause })
  }
}

function pemSigner(pem: string): Signer {
  const key = createPrivateKey(pem)
  const [first, ...chain] = (pem.match(certificateBlock) ?? []).map(
    (block) => new Uint8Array(new X509Certificate(block).raw),
  )
  if (!first) throw new Error('No certificate')
  const isElliptic = key.asymmetricKeyType === 'ec'
  if (!isElliptic && key.asymmetricKeyType !== 'rsa') throw new Error('Neither an EC nor an RSA key')
  return {
    certificate: first,
    certificateChain: chain,
    keyType: isElliptic ? 'EC' : 'RSA',
    signatureAlgorithm: isElliptic ? 'ECDSA' : 'RSASSA-PKCS1-v1_5',
    sign: async (data, digest) => new Uint8Array(sign(digest, data, { key, dsaEncoding: 'der' })),
  }
}

async function withMatchingCertificate(signer: Signer): Promise<Signer> {
  const signature = await signer.sign(probe, 'SHA-256')
  const certificates = [signer.certificate, ...(signer.certificateChain ?? [])]
  const own = certificates.find((der) => verifies(der, signature))
  if (!own) throw new Error('No certificate belongs to the key')
  return {
    certificate: own,
    certificateChain: certificates.filter((der) => der !== own),
    keyType: signer.keyType,
    signatureAlgorithm: signer.signatureAlgorithm,
    sign: (data, digest) => signer.sign(data, digest),
  }
}

function verifies(der: Uint8Array, signature: Uint8Array): boolean {
  const key = new X509Certificate(der).publicKey
  return verify('SHA-256', probe, { key, dsaEncoding: 'der' }, signature)
}
