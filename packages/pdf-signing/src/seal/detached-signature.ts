import { createHash } from 'node:crypto'
import { Null, ObjectIdentifier, OctetString, UTCTime } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import type { Signer } from '../libpdf.ts'
import { verifyDetachedData } from './cms.ts'
import type { SealKey } from './seal-key.ts'
import { openSealSigner } from './seal-signer.ts'

const oid = {
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  sha256WithRsa: '1.2.840.113549.1.1.11',
}
const setTag = 0x31

/**
 * Signs bytes with the seal's key: CMS SignedData without the content (RFC 5652, § 5), in DER. The content is not
 * changed. Check it with `openssl cms -verify -inform DER -in … -content … -binary -noverify`.
 */
export async function signDetached(content: Uint8Array, { secret }: SealKey, at: Date): Promise<Buffer> {
  const signer = await openSealSigner(secret)
  const [own, ...chain] = [signer.certificate, ...(signer.certificateChain ?? [])].map((der) =>
    Certificate.fromBER(der),
  )
  if (!own) throw new Error('A seal has a certificate')
  const signedAttrs = attributesOf(content, at)
  const signerInfo = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.sha256 }),
    signedAttrs,
    signatureAlgorithm: signatureAlgorithmOf(signer),
    signature: new OctetString({ valueHex: await signer.sign(bytesToSign(signedAttrs), 'SHA-256') }),
  })
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: oid.sha256 })],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    certificates: [own, ...chain],
    signerInfos: [signerInfo],
  })
  const info = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  return Buffer.from(info.toSchema().toBER())
}

/** A SET in DER: its elements are in the order of their encodings (X.690, § 11.6). */
function attributesOf(content: Uint8Array, at: Date): SignedAndUnsignedAttributes {
  const digest = createHash('sha256').update(content).digest()
  const attributes = [
    new Attribute({ type: oid.contentType, values: [new ObjectIdentifier({ value: oid.data })] }),
    new Attribute({ type: oid.signingTime, values: [new UTCTime({ valueDate: at })] }),
    new Attribute({ type: oid.messageDigest, values: [new OctetString({ valueHex: digest })] }),
  ]
  const encoded = (attribute: Attribute) => Buffer.from(attribute.toSchema().toBER())
  return new SignedAndUnsignedAttributes({
    type: 0,
    attributes: attributes.toSorted((a, b) => Buffer.compare(encoded(a), encoded(b))),
  })
}

/** The attributes are signed as a SET, not with the tag that they have in the message (RFC 5652, § 5.4). */
function bytesToSign(attributes: SignedAndUnsignedAttributes): Uint8Array {
  const bytes = new Uint8Array(attributes.toSchema().toBER())
  bytes[0] = setTag
  return bytes
}

function signatureAlgorithmOf({ keyType }: Signer): AlgorithmIdentifier {
  if (keyType === 'EC') return new AlgorithmIdentifier({ algorithmId: oid.ecdsaWithSha256 })
  return new AlgorithmIdentifier({ algorithmId: oid.sha256WithRsa, algorithmParams: new Null() })
}

/** A valid signature; `certificate` is the signer's, in DER. */
export interface VerifiedSignature {
  certificate: Uint8Array
}

/** Verifies a detached CMS signature (RFC 5652). @returns undefined when it is not a valid signature of `content` */
export async function verifyDetached(
  content: Uint8Array,
  signature: Uint8Array,
): Promise<VerifiedSignature | undefined> {
  try {
    const certificate = await verifyDetachedData(signature, content)
    return certificate && { certificate: new Uint8Array(certificate.toSchema().toBER()) }
  } catch {
    return undefined
  }
}
