import { createHash } from 'node:crypto'
import { Constructed, Null, ObjectIdentifier, OctetString, Sequence, UTCTime } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  GeneralNames,
  IssuerAndSerialNumber,
  IssuerSerial,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import type { Signer, TimestampAuthority } from '../libpdf.ts'
import { parseContentInfo } from './cms.ts'

const oid = {
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  algorithmProtection: '1.2.840.113549.1.9.52',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  sha256WithRsa: '1.2.840.113549.1.1.11',
}
const setTag = 0x31
const directoryName = 4
const contextSpecific = 3

/** What a signature states beside the digest of its content. */
export type CmsKind =
  | { at: Date }
  /** PAdES baseline (ETSI EN 319 142-1, 6.3): the certificate, no time, which `/M` states. B-T with a time stamp. */
  | { authority: TimestampAuthority | undefined }

/** Signs bytes: CMS SignedData without the content (RFC 5652, § 5), in DER. @throws {PdfTaskFailed} `TSA_FAILED` */
export async function signCms(content: Uint8Array, signer: Signer, kind: CmsKind): Promise<Buffer> {
  const [own, ...chain] = [signer.certificate, ...(signer.certificateChain ?? [])].map((der) =>
    Certificate.fromBER(Uint8Array.from(der)),
  )
  if (!own) throw new Error('A seal has a certificate')
  const signedAttrs = attributesOf(content, [
    ...('at' in kind
      ? [new Attribute({ type: oid.signingTime, values: [new UTCTime({ valueDate: kind.at })] })]
      : [signingCertificate(own), algorithmProtection(signer)]),
  ])
  const signature = await signer.sign(bytesToSign(signedAttrs), 'SHA-256')
  const authority = 'authority' in kind ? kind.authority : undefined
  const signerInfo = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: sha256(),
    signedAttrs,
    signatureAlgorithm: signatureAlgorithmOf(signer),
    signature: new OctetString({ valueHex: Uint8Array.from(signature) }),
    ...(authority ? { unsignedAttrs: await timeStampOf(signature, authority) } : {}),
  })
  const signed = new SignedData({
    version: 1,
    digestAlgorithms: [sha256()],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    certificates: [own, ...chain],
    signerInfos: [signerInfo],
  })
  const info = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  return Buffer.from(info.toSchema().toBER())
}

const sha256 = () => new AlgorithmIdentifier({ algorithmId: oid.sha256 })

/** A SET in DER: its elements are in the order of their encodings (X.690, § 11.6). */
function attributesOf(content: Uint8Array, others: readonly Attribute[]): SignedAndUnsignedAttributes {
  const digest = createHash('sha256').update(content).digest()
  const attributes = [
    new Attribute({ type: oid.contentType, values: [new ObjectIdentifier({ value: oid.data })] }),
    new Attribute({ type: oid.messageDigest, values: [new OctetString({ valueHex: Uint8Array.from(digest) })] }),
    ...others,
  ]
  const encoded = (attribute: Attribute) => Buffer.from(attribute.toSchema().toBER())
  return new SignedAndUnsignedAttributes({
    type: 0,
    attributes: attributes.toSorted((a, b) => Buffer.compare(encoded(a), encoded(b))),
  })
}

/** ESSCertIDv2 of the signer's certificate (RFC 5035, § 3), so that no other can be put in its place. */
function signingCertificate(own: Certificate): Attribute {
  const hash = createHash('sha256').update(Buffer.from(own.toSchema().toBER())).digest()
  const issuer = new GeneralNames({ names: [new GeneralName({ type: directoryName, value: own.issuer })] })
  const serial = new IssuerSerial({ issuer, serialNumber: own.serialNumber })
  const identifier = new Sequence({ value: [new OctetString({ valueHex: Uint8Array.from(hash) }), serial.toSchema()] })
  const certificates = new Sequence({ value: [identifier] })
  return new Attribute({ type: oid.signingCertificate, values: [new Sequence({ value: [certificates] })] })
}

/** CMSAlgorithmProtection (RFC 6211, § 2): the algorithms are part of what is signed. */
function algorithmProtection(signer: Signer): Attribute {
  const signature = new Constructed({
    idBlock: { tagClass: contextSpecific, tagNumber: 1 },
    value: signatureAlgorithmOf(signer).toSchema().valueBlock.value,
  })
  return new Attribute({
    type: oid.algorithmProtection,
    values: [new Sequence({ value: [sha256().toSchema(), signature] })],
  })
}

/** The authority's time stamp of a signature, as its unsigned attribute (ETSI EN 319 122-1, 5.3). */
async function timeStampOf(signature: Uint8Array, authority: TimestampAuthority): Promise<SignedAndUnsignedAttributes> {
  const token = await authority.timestamp(createHash('sha256').update(signature).digest(), 'SHA-256')
  const attribute = new Attribute({ type: oid.timeStampToken, values: [parseContentInfo(token).toSchema()] })
  return new SignedAndUnsignedAttributes({ type: 1, attributes: [attribute] })
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
