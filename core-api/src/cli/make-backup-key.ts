import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { runCommand } from './core-settings.ts'

/** Makes a key pair of age for backups. Prints the secret key, then the public one, and stores neither. */
await runCommand(async () => {
  const identity = await generateX25519Identity()
  console.log(identity)
  console.log(await identityToRecipient(identity))
})
