import { createServer, type Server } from 'node:http'
import { Integer, OctetString, Sequence } from 'asn1js'
import { ContentInfo, EncapsulatedContentInfo, SignedData, TimeStampReq, TSTInfo } from 'pkijs'

const tstInfoType = '1.2.840.113549.1.9.16.1.4'

export type FakeTsa = { url: string; server: Server; requests: () => number }

/** What the authority answers; `headers only` never ends. */
type FakeAnswer = 'granted' | 'rejected' | 'other digest' | 'headers only'

/** A time-stamp authority on loopback. Its tokens carry no signature: nobody here checks one. */
export async function startFakeTsa(answer: FakeAnswer): Promise<FakeTsa> {
  let requests = 0
  const server = createServer(async (request, response) => {
    requests += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    response.setHeader('content-type', 'application/timestamp-reply')
    if (answer === 'headers only') return void response.flushHeaders()
    const token = timeStampToken(TimeStampReq.fromBER(Buffer.concat(chunks)), answer)
    const status = new Sequence({ value: [new Integer({ value: answer === 'rejected' ? 2 : 0 })] })
    const body = new Sequence({ value: answer === 'rejected' ? [status] : [status, token.toSchema()] })
    response.end(Buffer.from(body.toBER()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port')
  return { url: `http://127.0.0.1:${address.port}/`, server, requests: () => requests }
}

function timeStampToken({ messageImprint }: TimeStampReq, answer: string): ContentInfo {
  if (answer === 'other digest') messageImprint.hashedMessage = new OctetString({ valueHex: new Uint8Array(32) })
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3',
    messageImprint,
    serialNumber: new Integer({ value: 1 }),
    genTime: new Date('2025-06-17T18:06:50Z'),
  })
  const eContent = new OctetString({ valueHex: info.toSchema().toBER() })
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: tstInfoType, eContent }),
  })
  return new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
}
