import { areRecipients, recipientsIn } from '../operation/backup/age-encryption.ts'

/** The keys that a command encrypts for; none with `--unencrypted`. @throws with a message for the operator */
export async function readRecipients(
  { recipient, unencrypted }: { recipient?: string | undefined; unencrypted?: boolean | undefined },
  { BACKUP_RECIPIENT: usual }: { BACKUP_RECIPIENT?: string },
): Promise<string[]> {
  const given = unencrypted ? '' : (recipient ?? usual ?? '')
  const recipients = recipientsIn(given)
  if (recipients.length === 0 && !unencrypted) {
    throw new Error(
      'Name the public key to encrypt for: --recipient age1…, or set BACKUP_RECIPIENT. ' +
        '`age-keygen -o key.txt` makes a key pair. --unencrypted writes without encryption.',
    )
  }
  if (await areRecipients(recipients)) return recipients
  throw new Error('--recipient is not a public key of age, which begins with age1.')
}
