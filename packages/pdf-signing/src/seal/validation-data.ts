import { Certificate, type SignedData } from 'pkijs'
import { PDF, PdfArray, PdfDict, PdfName, type PdfObject } from '../libpdf.ts'
import { PdfTaskFailed } from '../pdf-errors.ts'
import { parseSignedData, pkiEngine } from './cms.ts'
import { type Fetch, fetchRevocation, issuerAddresses, type Revocation } from './revocation.ts'
import { isValidationUpdate } from './validation-update.ts'

/** For all answers together, in ms. */
const fetchTimeout = 30_000
const mostBytes = 8 * 2 ** 20
const mostCertificates = 12
const timeStampToken = '1.2.840.113549.1.9.16.2.14'

type ValidationData = { certificates: Certificate[]; revocations: Revocation[] }

/**
 * B-LT (ETSI EN 319 142-1, 5.4): appends chains and revocation answers, outside what is signed.
 * @param cms of the seal
 * @throws {PdfTaskFailed} `SEAL_CHAIN_UNKNOWN` when an authority does not answer, or a certificate is revoked
 */
export async function addValidationData(sealed: Uint8Array, cms: Uint8Array): Promise<Uint8Array> {
  try {
    const data = await gather(parseSignedData(cms), fetchUntil(AbortSignal.timeout(fetchTimeout)))
    const pdf = await PDF.load(sealed)
    pdf.getCatalog().set('DSS', securityStore(pdf, data))
    const extended = Uint8Array.from(await pdf.save({ incremental: true }))
    if (!(await isValidationUpdate(extended, sealed.length))) throw new Error('More than the chain was added')
    return extended
  } catch (cause) {
    throw new PdfTaskFailed('SEAL_CHAIN_UNKNOWN', { cause })
  }
}

async function gather(signed: SignedData, fetch: Fetch): Promise<ValidationData> {
  const known = [...certificatesIn(signed), ...timeStampsOf(signed).flatMap(certificatesIn)]
  const revocations: Revocation[] = []
  // Issuers that are fetched are looked at too.
  for (const certificate of known) {
    if (certificate.issuer.isEqual(certificate.subject)) continue
    const issuer = (await issuerAmong(known, certificate)) ?? (await fetchIssuer(certificate, fetch))
    if (!known.includes(issuer)) known.push(issuer)
    if (known.length > mostCertificates) throw new Error('A chain is too long')
    revocations.push(await fetchRevocation(certificate, issuer, fetch))
  }
  const responders = revocations.flatMap((each) => (each.kind === 'ocsp' ? each.certificates : []))
  return { certificates: [...known, ...responders], revocations }
}

const certificatesIn = ({ certificates = [] }: SignedData): Certificate[] =>
  certificates.filter((each) => each instanceof Certificate)

function timeStampsOf({ signerInfos }: SignedData): SignedData[] {
  const attributes = signerInfos[0]?.unsignedAttrs?.attributes ?? []
  const values = attributes.filter(({ type }) => type === timeStampToken).flatMap((attribute) => attribute.values)
  return values.map((value) => parseSignedData(new Uint8Array(value.toBER())))
}

async function issuerAmong(known: readonly Certificate[], certificate: Certificate): Promise<Certificate | undefined> {
  for (const candidate of known) {
    if (candidate.subject.isEqual(certificate.issuer) && (await isIssuer(candidate, certificate))) return candidate
  }
  return undefined
}

const isIssuer = (issuer: Certificate, certificate: Certificate): Promise<boolean> =>
  certificate.verify(issuer, pkiEngine).catch(() => false)

async function fetchIssuer(certificate: Certificate, fetch: Fetch): Promise<Certificate> {
  for (const url of issuerAddresses(certificate)) {
    const issuer = Certificate.fromBER(Uint8Array.from(await fetch(url)))
    if (await isIssuer(issuer, certificate)) return issuer
  }
  throw new Error('A chain lacks the certificate of an issuer')
}

const fetchUntil =
  (signal: AbortSignal): Fetch =>
  async (url, body) => {
    const post = body && { method: 'POST', headers: { 'content-type': body.type }, body: Uint8Array.from(body.bytes) }
    const answer = await fetch(url, { ...post, signal })
    if (!answer.ok) throw new Error(`An authority answered ${answer.status}`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (bytes.length > mostBytes) throw new Error('An answer is too large')
    return bytes
  }

/** The document security store (ISO 32000-2, 12.8.4.3). */
function securityStore(pdf: PDF, { certificates, revocations }: ValidationData): PdfObject {
  const store = PdfDict.of({ Type: PdfName.of('DSS') })
  const ders = certificates.map((each) => Buffer.from(each.toSchema().toBER()))
  const unique = ders.filter((der, index) => ders.findIndex((other) => other.equals(der)) === index)
  const bytesOf = (kind: Revocation['kind']) =>
    revocations.filter((each) => each.kind === kind).map(({ bytes }) => bytes)
  for (const [name, streams] of [
    ['Certs', unique],
    ['OCSPs', bytesOf('ocsp')],
    ['CRLs', bytesOf('crl')],
  ] as const) {
    if (streams.length > 0) store.set(name, new PdfArray(streams.map((bytes) => pdf.createStream({}, bytes))))
  }
  return pdf.register(store)
}
