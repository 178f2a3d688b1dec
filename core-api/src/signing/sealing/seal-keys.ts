import { X509Certificate } from 'node:crypto'
import { constants, copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unnamedAgency } from '@agency/contract/agency'
import { createSealKey, loadSealKey, type SealKey, sealFingerprint } from '@agency/pdf-signing/seal-key'
import { syncPath } from '../../platform/database/sync-tree.ts'
import { readOrMake } from '../../platform/encryption/master-key.ts'
import { sealEndsSoon, sealKeyDates } from './seal-key-dates.ts'

export interface SealSettings {
  SEAL_KEY?: string
  keysDirectory: string
  AGENCY_NAME?: string
}

/** Reads the key from the setting, for replicas, or from `seal.pem`, made at the first start; it may be replaced. */
export class SealKeys {
  readonly #settings: SealSettings
  #current: SealKey

  private constructor(settings: SealSettings, current: SealKey) {
    this.#settings = settings
    this.#current = current
  }

  /** @throws {PdfTaskFailed} `SEAL_KEY_INVALID`. An expired certificate is accepted here. */
  static async open(settings: SealSettings): Promise<SealKeys> {
    const keys = new SealKeys(settings, await readSealKey(settings))
    await keys.refresh()
    return keys
  }

  get current(): SealKey {
    return this.#current
  }

  /** Renews a self-made key before it expires. @returns whether the key changed */
  async refresh(now = new Date()): Promise<boolean> {
    const before = sealFingerprint(this.#current)
    if (!this.#settings.SEAL_KEY) {
      const key = await readSealKey(this.#settings)
      this.#current = isDueForRenewal(key, now) ? await renewSealKey(this.#settings, key) : key
    }
    return sealFingerprint(this.#current) !== before
  }
}

const fileOf = ({ keysDirectory }: SealSettings): string => join(keysDirectory, 'seal.pem')

async function readSealKey(settings: SealSettings): Promise<SealKey> {
  if (settings.SEAL_KEY) return loadSealKey({ kind: 'pem', pem: settings.SEAL_KEY })
  const path = fileOf(settings)
  if (existsSync(path)) return loadSealKey({ kind: 'pem', pem: readFileSync(path, 'utf8') })
  const pem = await makePem(settings)
  // When two processes start at the same time, both use the key that was written first.
  return loadSealKey({ kind: 'pem', pem: readOrMake(path, () => pem) })
}

async function makePem({ AGENCY_NAME }: SealSettings): Promise<string> {
  const { secret } = await createSealKey({ organisation: AGENCY_NAME ?? unnamedAgency })
  if (secret.kind !== 'pem') throw new Error('A new seal key is text')
  return secret.pem
}

/** Only a self-made certificate is renewed, and not one that is not valid yet, which means that a clock is wrong. */
function isDueForRenewal(key: SealKey, now: Date): boolean {
  const { subject, issuer } = new X509Certificate(key.certificate)
  const isMadeHere = subject === issuer && subject.endsWith(' document seal')
  return isMadeHere && sealKeyDates(key).to.getTime() - now.getTime() < sealEndsSoon
}

/** Replaces an expiring key by a new one. The old key stays beside it, named by its expiry date. */
async function renewSealKey(settings: SealSettings, old: SealKey): Promise<SealKey> {
  const path = fileOf(settings)
  const kept = join(dirname(path), `seal-until-${sealKeyDates(old).to.toISOString().slice(0, 10)}.pem`)
  if (!existsSync(kept)) copyFileSync(path, kept, constants.COPYFILE_EXCL)
  const pem = await makePem(settings)
  const unfinished = `${path}.${crypto.randomUUID()}`
  writeFileSync(unfinished, pem, { flag: 'wx', mode: 0o600, flush: true })
  renameSync(unfinished, path)
  syncPath(dirname(path))
  return loadSealKey({ kind: 'pem', pem })
}
