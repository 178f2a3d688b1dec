import { createHash } from 'node:crypto'
import { TSTInfo } from 'pkijs'
import { HttpTimestampAuthority, type TimestampAuthority } from '../libpdf.ts'
import { PdfTaskFailed } from '../pdf-errors.ts'
import { parseSignedData, verifySignedData } from './cms.ts'

/** For the whole answer, in ms. */
const tsaTimeout = 15_000

/** RFC 3161. A token for another digest is rejected. All failures are `TSA_FAILED`: the caller retries later. */
export function timeStampAuthority(url: string, timeout = tsaTimeout): TimestampAuthority {
  const authority = new HttpTimestampAuthority(url, {
    // libpdf's own time-out ends with the headers of the answer.
    fetch: (target, init) => fetch(target, { ...init, signal: AbortSignal.timeout(timeout) }),
  })
  return {
    timestamp: async (digest, algorithm) => {
      try {
        const token = await authority.timestamp(digest, algorithm)
        if (!stampedDigest(readToken(token).info).equals(digest)) throw new Error('The token is for another digest')
        return token
      } catch (cause) {
        throw new PdfTaskFailed('TSA_FAILED', { cause })
      }
    },
  }
}

/** RFC 3161. @returns the authority's time; undefined when the token is not valid for `content` */
export async function verifyTimeStamp(content: Uint8Array, token: Uint8Array): Promise<Date | undefined> {
  try {
    const { signed, info } = readToken(token)
    if (!stampedDigest(info).equals(createHash('sha256').update(content).digest())) return undefined
    return (await verifySignedData(signed, content)) ? info.genTime : undefined
  } catch {
    return undefined
  }
}

function readToken(token: Uint8Array) {
  const signed = parseSignedData(token)
  const content = signed.encapContentInfo.eContent
  if (!content) throw new Error('The token has no content')
  return { signed, info: TSTInfo.fromBER(content.getValue()) }
}

const stampedDigest = (info: TSTInfo): Buffer => Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView)
