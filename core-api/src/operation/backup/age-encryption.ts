import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import type { Encrypter } from 'age-encryption'

/** Loaded when recipients are set: it takes 20 MB. */
const loadLibrary = () => import('age-encryption')

/** The given identities cannot decrypt a backup. */
export class WrongIdentity extends Error {
  override readonly name = 'WrongIdentity'
}

/** Public keys of age (https://age-encryption.org/v1), `age1…`, with valid checksums. */
export async function areRecipients(recipients: readonly string[]): Promise<boolean> {
  if (recipients.length === 0) return true
  try {
    await encrypterFor(recipients)
    return true
  } catch {
    return false
  }
}

/** The public keys in a setting or an option: separated by commas. */
export const recipientsIn = (text: string): string[] => text.split(',').flatMap((one) => one.trim() || [])

/** Encrypts a stream for the recipients, each of whom can decrypt it. In bounded memory. */
export async function encryptFor(recipients: readonly string[], content: Readable): Promise<Readable> {
  const encrypter = await encrypterFor(recipients)
  return fromWeb(await encrypter.encrypt(toWeb(content)))
}

/** Each chunk is authenticated before output; a truncated stream fails. @throws WrongIdentity before the first byte */
export async function decryptWith(identityFile: string, content: Readable): Promise<Readable> {
  const { Decrypter } = await loadLibrary()
  const decrypter = new Decrypter()
  for (const identity of identitiesOf(identityFile)) decrypter.addIdentity(identity)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(content)))
  } catch (cause) {
    content.destroy()
    throw new WrongIdentity('The identity does not decrypt this archive: it was encrypted for other recipients.', {
      cause,
    })
  }
}

/** @throws if there is none */
function identitiesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0)
    throw new WrongIdentity('The identity file has no line that begins with AGE-SECRET-KEY-.')
  return identities
}

async function encrypterFor(recipients: readonly string[]): Promise<Encrypter> {
  const { Encrypter } = await loadLibrary()
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter
}

/** The library uses the global type. It is the same class as Node's at run time. */
const toWeb = (content: Readable): globalThis.ReadableStream<Uint8Array> =>
  globalThis.ReadableStream.from<Uint8Array>(content)

const fromWeb = (content: globalThis.ReadableStream<Uint8Array>): Readable =>
  Readable.from(ReadableStream.from(content), { objectMode: false })
