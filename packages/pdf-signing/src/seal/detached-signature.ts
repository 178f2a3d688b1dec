import { verifyDetachedData } from './cms.ts'
import type { SealKey } from './seal-key.ts'
import { openSealSigner } from './seal-signer.ts'
import { signCms } from './sign-cms.ts'

/** CMS SignedData without content (RFC 5652, § 5), DER, as `openssl cms -verify -inform DER` checks. */
export async function signDetached(content: Uint8Array, { secret }: SealKey, at: Date): Promise<Buffer> {
  return signCms(content, await openSealSigner(secret), { at })
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
