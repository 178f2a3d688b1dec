import { randomBytes, webcrypto } from 'node:crypto'
import { BitString, Integer, OctetString, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension, ExtKeyUsage } from 'pkijs'
import { pkiEngine } from './cms.ts'

const oid = {
  commonName: '2.5.4.3',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  documentSigning: '1.3.6.1.5.5.7.3.36',
  emailProtection: '1.3.6.1.5.5.7.3.4',
}
// digitalSignature and nonRepudiation, the first two bits (RFC 5280, 4.2.1.3).
const signingUsage = new Uint8Array([0b1100_0000])
const validYears = 10
// Clocks differ: a seal made in the first minute must not look older than its certificate.
const clockSkew = 5 * 60_000

/** A self-signed certificate for sealing documents (RFC 5280, RFC 9336), in DER. */
export async function createSealCertificate(
  keys: { publicKey: webcrypto.CryptoKey; privateKey: webcrypto.CryptoKey },
  organisation: string,
): Promise<Uint8Array> {
  const certificate = new Certificate({ version: 2, serialNumber: new Integer({ valueHex: randomSerial() }) })
  for (const name of [certificate.issuer, certificate.subject]) {
    // Only one attribute: pkijs writes several as one multi-valued name, which readers display wrongly.
    name.typesAndValues.push(attribute(oid.commonName, `${organisation} document seal`))
  }
  const start = new Date(Date.now() - clockSkew)
  certificate.notBefore.value = start
  certificate.notAfter.value = new Date(start)
  certificate.notAfter.value.setUTCFullYear(start.getUTCFullYear() + validYears)
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey, pkiEngine)
  certificate.extensions = await extensions(keys.publicKey)
  await certificate.sign(keys.privateKey, 'SHA-256', pkiEngine)
  return new Uint8Array(certificate.toSchema(true).toBER())
}

async function extensions(publicKey: webcrypto.CryptoKey): Promise<Extension[]> {
  const spki = await webcrypto.subtle.exportKey('raw', publicKey)
  const keyId = new OctetString({ valueHex: await webcrypto.subtle.digest('SHA-1', spki) })
  // Readers on NSS, such as poppler, do not know the purpose document signing and require e-mail protection.
  const purposes = new ExtKeyUsage({ keyPurposes: [oid.documentSigning, oid.emailProtection] })
  const usage = new BitString({ valueHex: signingUsage, unusedBits: 6 })
  return [
    extension(oid.basicConstraints, true, new BasicConstraints({ cA: false }).toSchema().toBER()),
    extension(oid.keyUsage, true, usage.toBER()),
    extension(oid.extendedKeyUsage, false, purposes.toSchema().toBER()),
    extension(oid.subjectKeyIdentifier, false, keyId.toBER()),
  ]
}

function extension(extnID: string, critical: boolean, extnValue: ArrayBuffer): Extension {
  return new Extension({ extnID, critical, extnValue })
}

function attribute(type: string, value: string): AttributeTypeAndValue {
  return new AttributeTypeAndValue({ type, value: new Utf8String({ value }) })
}

/** Positive, never zero, and at most 20 octets (RFC 5280, 4.1.2.2). */
function randomSerial(): Uint8Array {
  const serial = new Uint8Array(randomBytes(16))
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  return serial
}
