import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

/** The given identities cannot decrypt a backup. */
export class WrongIdentity extends Error {
  override readonly name = 'WrongIdentity'
}

/**
 * Whether all of them are public keys of age (https://age-encryption.org/v1), with valid checksums.
 * @param recipients `age1…`
 */
export function areRecipients(recipients: readonly string[]): boolean {
  try {
    encrypterFor(recipients)
    return true
  } catch {
    return false
  }
}

/** Encrypts a stream for the recipients, each of whom can decrypt it. In bounded memory. */
export async function encryptFor(recipients: readonly string[], content: Readable): Promise<Readable> {
  return fromWeb(await encrypterFor(recipients).encrypt(toWeb(content)))
}

/**
 * Decrypts a stream. Each chunk is authenticated before it is output; a truncated stream fails.
 * @param identityFile the content of a file as `age-keygen` writes it
 * @throws WrongIdentity before the first byte
 */
export async function decryptWith(identityFile: string, content: Readable): Promise<Readable> {
  const decrypter = new Decrypter()
  for (const identity of identitiesOf(identityFile)) decrypter.addIdentity(identity)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(content)))
  } catch (cause) {
    content.destroy()
    throw new WrongIdentity('The identity does not decrypt this backup: it was encrypted for other recipients.', {
      cause,
    })
  }
}

/** The secret keys of an identity file. @throws if there is none */
function identitiesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0)
    throw new WrongIdentity('The identity file has no line that begins with AGE-SECRET-KEY-.')
  return identities
}

function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter
}

/** The library uses the global type. It is the same class as Node's at run time. */
const toWeb = (content: Readable): globalThis.ReadableStream<Uint8Array> =>
  globalThis.ReadableStream.from<Uint8Array>(content)

const fromWeb = (content: globalThis.ReadableStream<Uint8Array>): Readable =>
  Readable.from(ReadableStream.from(content), { objectMode: false })
