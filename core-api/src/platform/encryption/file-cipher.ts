import { Duplex, PassThrough } from 'node:stream'
import { buildDecrypt } from '@aws-crypto/decrypt-node'
import { buildEncrypt } from '@aws-crypto/encrypt-node'
import { RawAesKeyringNode, RawAesWrappingSuiteIdentifier } from '@aws-crypto/raw-aes-keyring-node'
import { deriveKey } from './keyring.ts'

// AES-256-GCM with a committed key and no signature: the reader and the writer are the same service.
const committedAes256Gcm = 0x0478
const frameLength = 64 * 1024

const { encryptStream } = buildEncrypt()
const { decryptUnsignedMessageStream } = buildDecrypt()

/** Encrypts files at rest with one master key, a frame at a time, in the AWS Encryption SDK's message format. */
export class FileCipher {
  readonly #key: Uint8Array

  constructor(masterKey: Buffer) {
    // A copy: the library insists on a buffer of its own, not a view into a pool.
    this.#key = new Uint8Array(deriveKey(masterKey, 'files'))
  }

  /** A stream that encrypts what is written to it for the file of this id. */
  encrypting(fileId: string): Duplex {
    return shield(
      encryptStream(this.#keyring(), {
        suiteId: committedAes256Gcm,
        encryptionContext: { file: fileId },
        frameLength,
      }),
    )
  }

  /** A stream that decrypts what `encrypting` made; it fails when the bytes were altered or belong to another file. */
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

/**
 * The library's streams throw out of any handler, and so end the process, when they are destroyed half-way. Therefore
 * they never are: when a transfer breaks off, what went in and out of them closes, and they are left to be collected.
 */
function shield(inner: Duplex): Duplex {
  const [input, output] = [new PassThrough(), new PassThrough()]
  inner.on('error', (error) => output.destroy(error))
  input.pipe(inner).pipe(output)
  return Duplex.from({ writable: input, readable: output })
}
