import { hash, hashRaw, verify } from '@node-rs/argon2'

// OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, 2 passes, 1 lane.
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, argon2id)

/** The argon2id hash of a text with a given salt, by which a stored one is found. @returns 32 bytes */
export const hashWithSalt = (text: string, salt: Buffer): Promise<Buffer> => hashRaw(text, { ...argon2id, salt })

// The hash of a random text, so that an unknown user name takes as long as a wrong password.
const decoy = hashPassword(crypto.randomUUID())

/** Compares it as typed and in NFKC: older ones were hashed as typed. Without a hash: false, after the same work. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const forms = [...new Set([password.normalize('NFKC'), password])]
  const hash = stored ?? (await decoy)
  const matches = await Promise.all(forms.map((form) => verify(hash, form)))
  return hash === stored && matches.includes(true)
}
