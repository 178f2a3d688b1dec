import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeSecrets } from './move-keys.ts'

function makeKeys(names: Record<string, string>) {
  const place = mkdtempSync(join(tmpdir(), 'keys-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const keys = join(place, 'keys')
  mkdirSync(keys)
  for (const [name, text] of Object.entries(names)) writeFileSync(join(keys, name), text)
  return { keys, secrets: join(place, 'secrets') }
}

const contentOf = (directory: string) =>
  Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]))

it('given rotated keys, when they become secrets, then the newest is the master key, and the others decrypt', () => {
  const { keys, secrets } = makeKeys({
    'master.key': 'first\n',
    'master-2.key': 'second',
    'master-10.key': 'tenth',
    'seal.pem': 'seal',
    'jwt-secret.key': 'jwt',
  })
  writeSecrets(keys, secrets)
  const written = { master_key: 'tenth', master_key_previous: 'second,first', seal_key: 'seal', jwt_secret: 'jwt' }
  expect(contentOf(secrets)).toEqual(written)
  writeSecrets(keys, secrets)
  expect(contentOf(secrets)).toEqual(written)
})

it('given secrets with another master key or seal key, when keys are moved there, then both are named, and nothing is written', () => {
  const { keys, secrets } = makeKeys({ 'master.key': 'ours', 'seal.pem': 'ours', 'jwt-secret.key': 'ours' })
  mkdirSync(secrets)
  const theirs = { master_key: 'theirs', seal_key: 'theirs', master_key_previous: '' }
  for (const [name, text] of Object.entries(theirs)) writeFileSync(join(secrets, name), text)
  expect(() => writeSecrets(keys, secrets)).toThrow('keys of another installation (master_key, seal_key)')
  expect(contentOf(secrets)).toEqual(theirs)
})
