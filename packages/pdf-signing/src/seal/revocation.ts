import { OctetString } from 'asn1js'
import {
  type AccessDescription,
  BasicOCSPResponse,
  type Certificate,
  CertificateRevocationList,
  CRLDistributionPoints,
  InfoAccess,
  OCSPRequest,
  OCSPResponse,
} from 'pkijs'
import { pkiEngine } from './cms.ts'

const oid = {
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  caIssuers: '1.3.6.1.5.5.7.48.2',
  distributionPoints: '2.5.29.31',
}
const uri = 6
const good = 0

/** Calls an address: a POST with a body, otherwise a GET. @throws when there is no successful answer in time */
export type Fetch = (url: string, body?: { type: string; bytes: Uint8Array }) => Promise<Uint8Array>

/** What shows that a certificate is not revoked; DER. `certificates` signed the answer. */
export type Revocation =
  | { kind: 'ocsp'; bytes: Uint8Array; certificates: Certificate[] }
  | { kind: 'crl'; bytes: Uint8Array }

/**
 * Asks by OCSP (RFC 6960), else a list (RFC 5280, § 5).
 * @throws when it is revoked, or no valid answer says it is not
 */
export async function fetchRevocation(
  certificate: Certificate,
  issuer: Certificate,
  fetch: Fetch,
): Promise<Revocation> {
  const failures: unknown[] = []
  for (const url of addressesOf(certificate, oid.ocsp)) {
    try {
      return await askResponder(url, certificate, issuer, fetch)
    } catch (error) {
      failures.push(error)
    }
  }
  for (const url of listAddresses(certificate)) {
    try {
      return await readList(await fetch(url), certificate, issuer)
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, 'Nothing says that a certificate is not revoked')
}

/** Where certificates say that their issuer's certificate is (RFC 5280, § 4.2.2.1). */
export const issuerAddresses = (certificate: Certificate): string[] => addressesOf(certificate, oid.caIssuers)

/** Whether a certificate states where to ask for its revocation. */
export const hasRevocationAddress = (certificate: Certificate): boolean =>
  addressesOf(certificate, oid.ocsp).length > 0 || listAddresses(certificate).length > 0

async function askResponder(
  url: string,
  certificate: Certificate,
  issuer: Certificate,
  fetch: Fetch,
): Promise<Revocation> {
  const request = new OCSPRequest()
  // SHA-1 names the issuer, and signs nothing: all responders know it.
  await request.createForCertificate(certificate, { hashAlgorithm: 'SHA-1', issuerCertificate: issuer }, pkiEngine)
  const body = { type: 'application/ocsp-request', bytes: new Uint8Array(request.toSchema(true).toBER()) }
  const bytes = await fetch(url, body)
  const { responseBytes } = OCSPResponse.fromBER(Uint8Array.from(bytes))
  if (!responseBytes) throw new Error('The responder gave no status')
  const response = BasicOCSPResponse.fromBER(responseBytes.response.getValue())
  const certificates = response.certs ?? []
  // The issuer answers itself, or by a responder whose certificate it has issued for that. pkijs looks for both in the answer.
  response.certs = [...certificates, issuer]
  if (!(await response.verify({ trustedCerts: [issuer] }, pkiEngine))) throw new Error('The answer is not valid')
  const { isForCertificate, status } = await response.getCertificateStatus(certificate, issuer, pkiEngine)
  if (!isForCertificate || status !== good) throw new Error('The certificate is revoked or unknown')
  return { kind: 'ocsp', bytes, certificates }
}

async function readList(bytes: Uint8Array, certificate: Certificate, issuer: Certificate): Promise<Revocation> {
  const list = CertificateRevocationList.fromBER(Uint8Array.from(bytes))
  if (!(await list.verify({ issuerCertificate: issuer }, pkiEngine))) throw new Error('The list is not valid')
  const until = list.nextUpdate?.value
  if (until && until < new Date()) throw new Error('The list is outdated')
  if (list.isCertificateRevoked(certificate)) throw new Error('The certificate is revoked')
  return { kind: 'crl', bytes }
}

function addressesOf(certificate: Certificate, method: string): string[] {
  const content = extensionOf(certificate, oid.authorityInfoAccess)
  if (!content) return []
  const { accessDescriptions } = InfoAccess.fromBER(content)
  return accessDescriptions.flatMap(({ accessMethod, accessLocation }: AccessDescription) =>
    accessMethod === method && accessLocation.type === uri && typeof accessLocation.value === 'string'
      ? [accessLocation.value]
      : [],
  )
}

function listAddresses(certificate: Certificate): string[] {
  const content = extensionOf(certificate, oid.distributionPoints)
  if (!content) return []
  return CRLDistributionPoints.fromBER(content).distributionPoints.flatMap(({ distributionPoint: names }) =>
    Array.isArray(names)
      ? names.flatMap(({ type, value }) => (type === uri && typeof value === 'string' ? [value] : []))
      : [],
  )
}

function extensionOf({ extensions = [] }: Certificate, id: string): ArrayBuffer | undefined {
  const value = extensions.find(({ extnID }) => extnID === id)?.extnValue
  return value instanceof OctetString ? value.getValue() : undefined
}
