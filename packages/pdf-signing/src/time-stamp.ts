import { ContentInfo, SignedData, TSTInfo } from 'pkijs'
import { HttpTimestampAuthority, type TimestampAuthority } from './libpdf.ts'
import { PdfTaskFailed } from './pdf-task-failed.ts'

const tsaTimeout = 15_000

/**
 * A time-stamp authority over HTTP (RFC 3161) whose answer must be about what was asked. Any failure of it, of the
 * network too, is `PdfTaskFailed` `TSA_FAILED`: the caller tries again later.
 */
export function timeStampAuthority(url: string): TimestampAuthority {
  const authority = new HttpTimestampAuthority(url, { timeout: tsaTimeout })
  return {
    timestamp: async (digest, algorithm) => {
      try {
        const token = await authority.timestamp(digest, algorithm)
        if (!Buffer.from(stampedDigest(token)).equals(digest)) throw new Error('A time stamp for something else')
        return token
      } catch (cause) {
        throw new PdfTaskFailed('TSA_FAILED', { cause })
      }
    },
  }
}

function stampedDigest(token: Uint8Array): Uint8Array {
  const signed = new SignedData({ schema: ContentInfo.fromBER(token).content })
  const content = signed.encapContentInfo.eContent
  if (!content) throw new Error('A time stamp without content')
  return TSTInfo.fromBER(content.getValue()).messageImprint.hashedMessage.valueBlock.valueHexView
}
