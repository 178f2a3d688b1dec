import { webcrypto } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import {
  Constructed,
  Enumerated,
  GeneralizedTime,
  Integer,
  OctetString,
  Primitive,
  PrintableString,
  Sequence,
} from 'asn1js'
import {
  AccessDescription,
  AttributeTypeAndValue,
  BasicConstraints,
  BasicOCSPResponse,
  CertID,
  Certificate,
  CertificateRevocationList,
  ContentInfo,
  CRLDistributionPoints,
  DistributionPoint,
  EncapsulatedContentInfo,
  Extension,
  GeneralName,
  InfoAccess,
  IssuerAndSerialNumber,
  OCSPRequest,
  OCSPResponse,
  ResponseBytes,
  RevokedCertificate,
  SignedData,
  SignerInfo,
  SingleResponse,
  Time,
  TimeStampReq,
  TSTInfo,
} from 'pkijs'
import { pkiEngine } from '../../src/seal/cms.ts'
import { loadSealKey, type SealKey } from '../../src/seal/seal-key.ts'

type Keys = { privateKey: webcrypto.CryptoKey; publicKey: webcrypto.CryptoKey }
type Issued = { certificate: Certificate; keys: Keys }

/** How the authority says that a certificate is not revoked. `silent`: it does not answer. */
type Answers = 'ocsp' | 'crl' | 'revoked' | 'revoked list' | 'silent'

export type FakeAuthorities = {
  sealKey: SealKey
  tsaUrl: string
  root: Certificate
  requests: string[]
  close: () => void
}

const day = 86_400_000
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }

/**
 * A certificate authority on loopback, which has issued the certificates of a seal and of its time-stamp authority. The
 * seal's file has its own certificate alone: that of the root is fetched.
 */
export async function startFakeAuthorities(answers: Answers): Promise<FakeAuthorities> {
  const requests: string[] = []
  const issued: Record<string, Issued> = {}
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const body = await bodyOf(request)
    const { root, tsa } = issued
    if (!root || !tsa || answers === 'silent') return void response.writeHead(503).end()
    const bytes = await answerTo(request.url ?? '', body, { root, tsa, answers })
    response.writeHead(bytes ? 200 : 404).end(bytes)
  })
  const base = await listen(server)
  const byList = answers === 'crl' || answers === 'revoked list'
  const extensions = [issuerAccess(base, byList), ...(byList ? [listAddress(base)] : [])]
  const root = await issue('Test root', undefined, [isAuthority()])
  issued.root = root
  issued.tsa = await issue('Test time stamps', root, extensions)
  const seal = await issue('Test agency', root, extensions)
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', seal.keys.privateKey)
  const pem = pemOf('CERTIFICATE', derOf(seal.certificate)) + pemOf('PRIVATE KEY', Buffer.from(pkcs8))
  return {
    sealKey: await loadSealKey({ kind: 'pem', pem }),
    tsaUrl: `${base}/tsa`,
    root: root.certificate,
    requests,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function issue(name: string, by?: Issued, extensions: Extension[] = []): Promise<Issued> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = new Certificate()
  certificate.version = 2
  const random = webcrypto.getRandomValues(new Uint8Array(8))
  certificate.serialNumber = new Integer({ valueHex: Uint8Array.from([1, ...random]) })
  const subject = new AttributeTypeAndValue({ type: '2.5.4.3', value: new PrintableString({ value: name }) })
  certificate.subject.typesAndValues.push(subject)
  certificate.issuer = by?.certificate.subject ?? certificate.subject
  certificate.notBefore = new Time({ type: 1, value: new Date(Date.now() - day) })
  certificate.notAfter = new Time({ type: 1, value: new Date(Date.now() + 30 * day) })
  certificate.extensions = extensions
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey, pkiEngine)
  await certificate.sign(by?.keys.privateKey ?? keys.privateKey, 'SHA-256', pkiEngine)
  return { certificate: Certificate.fromBER(Uint8Array.from(derOf(certificate))), keys }
}

function isAuthority(): Extension {
  const constraints = new BasicConstraints({ cA: true })
  return new Extension({ extnID: '2.5.29.19', critical: true, extnValue: constraints.toSchema().toBER() })
}

const addressName = (value: string) => new GeneralName({ type: 6, value })

function issuerAccess(base: string, byList: boolean): Extension {
  const issuer = new AccessDescription({
    accessMethod: '1.3.6.1.5.5.7.48.2',
    accessLocation: addressName(`${base}/root`),
  })
  const ocsp = new AccessDescription({
    accessMethod: '1.3.6.1.5.5.7.48.1',
    accessLocation: addressName(`${base}/ocsp`),
  })
  const access = new InfoAccess({ accessDescriptions: byList ? [issuer] : [issuer, ocsp] })
  return new Extension({ extnID: '1.3.6.1.5.5.7.1.1', extnValue: access.toSchema().toBER() })
}

function listAddress(base: string): Extension {
  const point = new DistributionPoint({ distributionPoint: [addressName(`${base}/crl`)] })
  const points = new CRLDistributionPoints({ distributionPoints: [point] })
  return new Extension({ extnID: '2.5.29.31', extnValue: points.toSchema().toBER() })
}

type Answering = { root: Issued; tsa: Issued; answers: Answers }

async function answerTo(path: string, body: Buffer, { root, tsa, answers }: Answering): Promise<Buffer | undefined> {
  if (path === '/root') return derOf(root.certificate)
  if (path === '/ocsp') return ocspAnswer(body, root, answers === 'revoked')
  if (path === '/crl') return list(root, tsa, answers === 'revoked list')
  return path === '/tsa' ? timeStamp(body, tsa) : undefined
}

async function ocspAnswer(body: Buffer, root: Issued, isRevoked: boolean): Promise<Buffer> {
  const request = OCSPRequest.fromBER(Uint8Array.from(body))
  const [asked] = request.tbsRequest.requestList
  const basic = new BasicOCSPResponse()
  basic.tbsResponseData.responderID = root.certificate.subject
  basic.tbsResponseData.producedAt = new Date()
  const single = new SingleResponse({
    certID: asked?.reqCert ?? new CertID(),
    thisUpdate: new Date(Date.now() - 1_000),
  })
  const revoked = [new GeneralizedTime({ valueDate: new Date() })]
  single.certStatus = isRevoked
    ? new Constructed({ idBlock: { tagClass: 3, tagNumber: 1 }, value: revoked })
    : new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 } })
  basic.tbsResponseData.responses.push(single)
  await basic.sign(root.keys.privateKey, 'SHA-256', pkiEngine)
  const response = new OCSPResponse({
    responseStatus: new Enumerated({ value: 0 }),
    responseBytes: new ResponseBytes({
      responseType: '1.3.6.1.5.5.7.48.1.1',
      response: new OctetString({ valueHex: basic.toSchema().toBER() }),
    }),
  })
  return Buffer.from(response.toSchema().toBER())
}

async function list(root: Issued, tsa: Issued, isRevoked: boolean): Promise<Buffer> {
  const crl = new CertificateRevocationList()
  crl.version = 1
  crl.issuer = root.certificate.subject
  crl.thisUpdate = new Time({ type: 0, value: new Date(Date.now() - day) })
  crl.nextUpdate = new Time({ type: 0, value: new Date(Date.now() + day) })
  if (isRevoked) {
    const revocationDate = new Time({ type: 0, value: new Date(Date.now() - day) })
    crl.revokedCertificates = [
      new RevokedCertificate({ userCertificate: tsa.certificate.serialNumber, revocationDate }),
    ]
  }
  await crl.sign(root.keys.privateKey, 'SHA-256', pkiEngine)
  return Buffer.from(crl.toSchema(true).toBER())
}

async function timeStamp(body: Buffer, tsa: Issued): Promise<Buffer> {
  const { messageImprint } = TimeStampReq.fromBER(Uint8Array.from(body))
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3',
    messageImprint,
    serialNumber: new Integer({ value: 1 }),
    genTime: new Date(),
  })
  const { certificate, keys } = tsa
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: '1.2.840.113549.1.9.16.1.4',
      eContent: new OctetString({ valueHex: info.toSchema().toBER() }),
    }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
      }),
    ],
    certificates: [certificate],
  })
  await signed.sign(keys.privateKey, 0, 'SHA-256', undefined, pkiEngine)
  const token = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  const granted = new Sequence({ value: [new Integer({ value: 0 })] })
  return Buffer.from(new Sequence({ value: [granted, token.toSchema()] }).toBER())
}

const derOf = (certificate: Certificate): Buffer => Buffer.from(certificate.toSchema().toBER())

const pemOf = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port')
  return `http://127.0.0.1:${address.port}`
}
