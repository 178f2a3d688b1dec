import { isNothingLeft } from '../features/key-rotation/rotate-once.ts'
import { readCoreSettings, runCommand } from './core-settings.ts'
import { rotateKeys } from './rotate-installation-keys.ts'

/** Makes a newer master key, seals everything with it, and says what is left on older ones. */
async function rotate() {
  const config = readCoreSettings()
  const failures = { error: (details: object, message: string) => console.error(message, details) }
  const { left, keys } = await rotateKeys(config, failures)
  const [newest, ...older] = keys
  console.log(`The newest master key is ${newest}. Still on other keys:`)
  for (const [table, count] of Object.entries(left.values)) console.log(`  ${table.padEnd(12)} ${count}`)
  console.log(`  ${'files'.padEnd(12)} ${left.files.left}`)
  if (left.files.copies > 0) {
    console.log(
      `${left.files.copies} older copies of files stay for an hour, for who is reading them. Run this again then.`,
    )
  }
  if (older.length === 0) return console.log('There is no other key: docs/keys.md says how to give it a newer one.')
  if (!isNothingLeft(left)) throw new Error('The older keys are still needed. Run this again, or start the product.')
  console.log(
    `Nothing is left on ${older.join(', ')}. Backups made before still need it: keep it apart, then take it away.`,
  )
}

await runCommand(rotate)
