import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { type Renewal, renewKeys } from '../../platform/encryption/renew-keys.ts'
import { countOnOtherKeys, lockOnOtherKeys, storePolicyKeys } from './policy-repository.ts'
import { decryptCodes, searchKeysOf } from './policy-values.ts'

export const renewPolicyKeys = (renewal: Renewal): Promise<number> =>
  renewKeys(renewal, {
    lock: (trx, page) => lockOnOtherKeys(trx, { newest: renewal.cipher.newestKeyId, ...page }),
    keysOf: (row) => searchKeysOf(renewal.cipher, decryptCodes(row, renewal.cipher)),
    store: storePolicyKeys,
  })

export const countPolicyKeysLeft = (db: Database, cipher: FieldCipher): Promise<number> =>
  countOnOtherKeys(db, cipher.newestKeyId)
