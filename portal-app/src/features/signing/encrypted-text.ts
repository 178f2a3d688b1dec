import { type EncryptedText, forgetText, storedText, storeText } from '../../shared/session-store.ts'

/** Keeps texts in this tab across a reload, by AES-256-GCM. The key is in IndexedDB, and no script can read it. */
const keys = 'keys'
const nonceLength = 12

/** Steps run one after the other. A browser without a storage, or a full one, keeps them in memory alone. */
let last: Promise<unknown> = Promise.resolve()
function queue<Result>(step: () => Promise<Result>): Promise<Result | undefined> {
  const result = last.then(step).catch(() => undefined)
  last = result
  return result
}

/** Replaces what is stored. @param content anything that JSON can hold */
export const storeEncrypted = (name: EncryptedText, sessionId: string, content: unknown): Promise<void> =>
  queue(async () => {
    const key = (await readKey(sessionId)) ?? (await makeKey(sessionId))
    const nonce = crypto.getRandomValues(new Uint8Array(nonceLength))
    const text = new TextEncoder().encode(JSON.stringify(content))
    const encrypted = await crypto.subtle.encrypt(cipherOf(sessionId, nonce), key, text)
    storeText(name, `${toBase64(nonce)}.${toBase64(new Uint8Array(encrypted))}`)
  })

/** What is stored for a session; undefined if there is nothing, or it cannot be decrypted. */
export const readEncrypted = (name: EncryptedText, sessionId: string): Promise<unknown> =>
  queue(async () => {
    const [nonce, encrypted] = storedText(name)?.split('.').map(fromBase64) ?? []
    const key = nonce && encrypted && (await readKey(sessionId))
    if (!key) return undefined
    const text = await crypto.subtle.decrypt(cipherOf(sessionId, nonce), key, encrypted)
    const content: unknown = JSON.parse(new TextDecoder().decode(text))
    return content
  })

/** Erases a text at once, and then all keys, unless another text needs its own. */
export function eraseEncrypted(name: EncryptedText): Promise<void> {
  forgetText(name)
  return queue(async () => {
    // A step that was under way may have stored it again.
    forgetText(name)
    if (storedText('signature') === null && storedText('reasons') === null)
      await inKeys('readwrite', (store) => store.clear())
  })
}

const cipherOf = (sessionId: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(sessionId),
})

async function readKey(sessionId: string): Promise<CryptoKey | undefined> {
  const key = await inKeys<unknown>('readonly', (store) => store.get(sessionId))
  return key instanceof CryptoKey ? key : undefined
}

async function makeKey(sessionId: string): Promise<CryptoKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  // The keys of former sessions of this browser are of no use.
  await inKeys('readwrite', (store) => store.clear())
  await inKeys('readwrite', (store) => store.put(key, sessionId))
  return key
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('portal', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(keys)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function inKeys<Result>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(keys, mode)
      const request = use(transaction.objectStore(keys))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
