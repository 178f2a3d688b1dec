import { createHash } from 'node:crypto'
import { OctetString, Primitive } from 'asn1js'
import { Certificate, ContentInfo, EncapsulatedContentInfo, IssuerAndSerialNumber, type SignedData } from 'pkijs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseSignedData } from './cms.ts'
import { signDetached, verifyDetached } from './detached-signature.ts'
import { createSealKey, type SealKey } from './seal-key.ts'

const genuine = Buffer.from('The agency states this.')
const forged = Buffer.from('The agency never stated this.')
const at = new Date('2026-01-02T03:04:05Z')

let agency: SealKey
let mallory: SealKey
beforeAll(async () => {
  const keys = [createSealKey({ organisation: 'Agency' }), createSealKey({ organisation: 'Mallory' })] as const
  ;[agency, mallory] = await Promise.all(keys)
})

/** The signature of `content` by `key`, after a change to the parts of it that no key signs. */
async function signedAndChanged(content: Buffer, key: SealKey, change: (signed: SignedData) => void): Promise<Buffer> {
  const signed = parseSignedData(await signDetached(content, key, at))
  change(signed)
  const info = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  return Buffer.from(info.toSchema().toBER())
}

const der = (certificate: Certificate) => new Uint8Array(certificate.toSchema(true).toBER())

/** Mallory's key in a certificate that has the agency's serial number, and its issuer's name too if that is asked for. */
function copiedCertificate({ withIssuer }: { withIssuer: boolean }): Certificate {
  const [own, copied] = [Certificate.fromBER(mallory.certificate), Certificate.fromBER(agency.certificate)]
  own.serialNumber = copied.serialNumber
  if (withIssuer) own.issuer = copied.issuer
  return Certificate.fromBER(der(own))
}

const forge = (certificates: Certificate[], { issuer, serialNumber }: Certificate) =>
  signedAndChanged(forged, mallory, (signed) => {
    signed.certificates = certificates
    for (const signer of signed.signerInfos) signer.sid = new IssuerAndSerialNumber({ issuer, serialNumber })
  })

describe('verifyDetached', () => {
  it('given a signature, when it is verified, then its certificate is the one of the key; other content is not valid', async () => {
    const signature = await signDetached(genuine, agency, at)
    expect(await verifyDetached(genuine, signature)).toEqual({ certificate: agency.certificate })
    expect(await verifyDetached(forged, signature)).toBeUndefined()
    expect(await verifyDetached(genuine, Buffer.from('no signature'))).toBeUndefined()
  })

  it("given another key in a certificate with the agency's serial number, when the agency's certificate stands before it, then the other one is reported", async () => {
    const copy = copiedCertificate({ withIssuer: false })
    const signature = await forge([Certificate.fromBER(agency.certificate), copy], copy)
    expect(await verifyDetached(forged, signature)).toEqual({ certificate: der(copy) })
  })

  it("given a certificate with the agency's issuer and serial number, when it signed, then the agency's certificate is never reported", async () => {
    const own = Certificate.fromBER(agency.certificate)
    const copy = copiedCertificate({ withIssuer: true })
    expect(await verifyDetached(forged, await forge([own, copy], copy))).toBeUndefined()
    expect(await verifyDetached(forged, await forge([copy, own], copy))).toEqual({ certificate: der(copy) })
  })

  it('given a signer that is named by its key, when the signature is verified, then the certificate of that key is reported', async () => {
    const own = Certificate.fromBER(mallory.certificate)
    const publicKey = own.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView
    const keyId = new Primitive({
      idBlock: { tagClass: 3, tagNumber: 0 },
      valueHex: createHash('sha1').update(publicKey).digest(),
    })
    const signature = await signedAndChanged(forged, mallory, (signed) => {
      signed.certificates = [Certificate.fromBER(agency.certificate), own]
      for (const signer of signed.signerInfos) signer.sid = keyId
    })
    expect(await verifyDetached(forged, signature)).toEqual({ certificate: mallory.certificate })
  })

  it("given the agency's signature with the signed content put into it, when it is verified for other content, then it is not valid", async () => {
    const signature = await signedAndChanged(genuine, agency, (signed) => {
      const { eContentType } = signed.encapContentInfo
      const eContent = new OctetString({ valueHex: genuine })
      signed.encapContentInfo = new EncapsulatedContentInfo({ eContentType, eContent })
    })
    expect(await verifyDetached(forged, signature)).toBeUndefined()
  })
})
