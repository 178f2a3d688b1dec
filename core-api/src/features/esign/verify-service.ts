import type { Verification } from 'contract/esign'
import type { Database } from '../../database/database.ts'
import type { Sealer } from '../../sealing/sealer.ts'
import { findSealedByHash } from './envelope-repository.ts'
import { envelopeContext, type Signing } from './signing.ts'

/** Tells of a sealed document, by its SHA-256, what stands in it, and whether it still holds. */
export async function verifySealed(
  { db, sealer }: { db: Database; sealer: Sealer },
  sha256: Buffer,
): Promise<Verification> {
  const sealed = await findSealedByHash(db, sha256)
  if (!sealed) return { known: false }
  const { sealed_signing, status, ...facts } = sealed
  const signing: Signing | undefined =
    sealed_signing && JSON.parse(sealer.open(sealed_signing, envelopeContext(facts.envelope_id)))
  return { known: true, ...facts, signer: signing?.name ?? null, voided: status === 'voided' }
}
