import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion, PasskeyRegistration } from '@agency/contract/second-factors'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface Asked {
  challenge: string
  origin?: string
  /** Whether the person was verified, such as by a fingerprint. */
  verified?: boolean
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const userPresent = 0x01
const userVerified = 0x04
const attested = 0x40

/** A passkey as a browser would make it (Web Authentication, Level 3): ES256, without attestation. */
export function makeSoftwarePasskey(rpId = 'localhost') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let counter = 0

  const clientData = (type: string, { challenge, origin = 'http://localhost:8080' }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const header = (flags: number) => {
    const data = Buffer.alloc(37)
    sha256(rpId).copy(data)
    data.writeUInt8(flags, 32)
    data.writeUInt32BE(counter++, 33)
    return data
  }
  const flagsOf = ({ verified = true }: Asked) => (verified ? userPresent | userVerified : userPresent)
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  } as const

  return {
    register(asked: Asked): PasskeyRegistration {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.from([0, id.length])
      const authData = Buffer.concat([
        header(flagsOf(asked) | attested),
        Buffer.alloc(16),
        length,
        id,
        isoCBOR.encode(key),
      ])
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0])).toString(
            'base64url',
          ),
          transports: ['internal'],
        },
      }
    },
    assert(asked: Asked & { userHandle?: string }): PasskeyAssertion {
      const data = clientData('webauthn.get', asked)
      const authenticatorData = header(flagsOf(asked))
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey)
      const { userHandle } = asked
      return {
        ...common,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle ? { userHandle: Buffer.from(userHandle).toString('base64url') } : {}),
        },
      }
    },
  }
}
