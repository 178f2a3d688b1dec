import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { startFakeDocusign } from './fake-docusign.ts'

const port = Number(process.env.FAKE_DOCUSIGN_PORT ?? 8190)
const keyFile = resolve(process.env.DATA_DIR ?? join(import.meta.dirname, '../../../data'), 'fake-docusign.pem')

if (!existsSync(keyFile)) {
  mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 })
}
const fake = await startFakeDocusign({
  port,
  privateKey: createPrivateKey(readFileSync(keyFile)),
  hmacKeys: ['fake-connect-key'],
})
fake.account.setTemplates(['Agent of Record Authorization', 'Consent to Contact', 'Annual Coverage Review'])
const { DOCUSIGN_PRIVATE_KEY: _key, ...settings } = fake.settings
const lines = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`)
process.stdout.write(`A fake DocuSign is ready. Start the product beside it, in another terminal:

${lines.join('\n')}
export DOCUSIGN_PRIVATE_KEY_FILE='${keyFile}'
npm start

Stop with Ctrl+C.
`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => fake.close())
