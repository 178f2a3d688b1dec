import { Duplex, PassThrough } from 'node:stream'
import { buildDecrypt } from '@aws-crypto/decrypt-node'
import { buildEncrypt } from '@aws-crypto/encrypt-node'
import { RawAesKeyringNode, RawAesWrappingSuiteIdentifier } from '@aws-crypto/raw-aes-keyring-node'
import { deriveKey } from './keyring.ts'

// AES-256-GCM with key commitment and without a signature, since the same service reads and writes.
const committedAes256Gcm = 0x0478
const frameLength = 64 * 1024

const { encryptStream } = buildEncrypt()
const { decryptUnsignedMessageStream } = buildDecrypt()

/** Encrypts files at rest with one master key, frame by frame, in the message format of the AWS Encryption SDK. */
export class FileCipher {
  readonly #key: Uint8Array

  constructor(masterKey: Buffer) {
    // The library requires a buffer of its own, not a view into a pool.
    this.#key = new Uint8Array(deriveKey(masterKey, 'files'))
  }

  encrypting(fileId: string): Duplex {
    return shield(
      encryptStream(this.#keyring(), {
        suiteId: committedAes256Gcm,
        encryptionContext: { file: fileId },
        frameLength,
      }),
    )
  }

  decrypting(fileId: string): Duplex {
    const stream = decryptUnsignedMessageStream(this.#keyring())
    stream.once('MessageHeader', ({ encryptionContext }: { encryptionContext: Record<string, string> }) => {
      if (encryptionContext.file !== fileId) {
        stream.emit('error', new Error('A stored file is not the one its row names'))
      }
    })
    return shield(stream)
  }

  #keyring() {
    return new RawAesKeyringNode({
      keyNamespace: 'agency-portal',
      keyName: 'files',
      unencryptedMasterKey: new Uint8Array(this.#key),
      wrappingSuite: RawAesWrappingSuiteIdentifier.AES256_GCM_IV12_TAG16_NO_PADDING,
    })
  }
}

/** Destroyed half-way, the library's streams throw outside of any handler. So only the streams around them close. */
function shield(inner: Duplex): Duplex {
  const [input, output] = [new PassThrough(), new PassThrough()]
  inner.on('error', (error) => output.destroy(error))
  input.pipe(inner).pipe(output)
  return Duplex.from({ writable: input, readable: output })
}
