import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const key = () => randomBytes(32).toString('base64')
const needed = { PRINCIPAL_SECRET: 'x'.repeat(32) }

it('given settings that mean nothing without others, when read alone, then all are told', () => {
  const alone = { MASTER_KEY_PREVIOUS: key(), S3_PREFIX: 'a/', S3_ENDPOINT: 'http://a', S3_ACCESS_KEY_ID: 'id' }
  const read = () => readConfig({ ...needed, ...alone })
  for (const name of ['MASTER_KEY', 'S3_BUCKET', 'S3_SECRET_ACCESS_KEY']) expect(read).toThrow(`needs ${name}`)
  const together = { ...alone, MASTER_KEY: key(), S3_BUCKET: 'b', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig({ ...needed, ...together })).toMatchObject({ S3_FORCE_PATH_STYLE: false, S3_REGION: 'us-east-1' })
})

it('given former keys, when read, then several are taken by comma, and what is no key is refused', () => {
  const read = (MASTER_KEY_PREVIOUS: string) => readConfig({ ...needed, MASTER_KEY: key(), MASTER_KEY_PREVIOUS })
  expect(() => read(`${key()}, ${key()}`)).not.toThrow()
  expect(() => read(`${key()},short`)).toThrow('MASTER_KEY_PREVIOUS')
})

it('given a mail server without a sender, or the other way round, when read, then what is missing is told', () => {
  const read = (mail: object) => readConfig({ ...needed, ...mail })
  const [SMTP_URL, MAIL_FROM] = ['smtps://me:secret@mail.example.com', 'Agency <office@example.com>']
  expect(() => read({ SMTP_URL })).toThrow('needs MAIL_FROM')
  expect(() => read({ MAIL_FROM })).toThrow('needs SMTP_URL')
  expect(read({ SMTP_URL, MAIL_FROM })).toMatchObject({ SMTP_URL, MAIL_FROM })
  const wrong = { SMTP_URL: SMTP_URL.replace('smtps', 'http'), MAIL_FROM }
  expect(() => read(wrong)).toThrow('SMTP_URL')
  expect(() => read(wrong)).not.toThrow('secret')
})

it('given a one-time code by a channel without a server, when read, then the missing one is told', () => {
  const read = (settings: object) => readConfig({ ...needed, ...settings }).SIGNING_CODE
  const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'office@example.com' }
  expect(() => read({ ...mail, SIGNING_CODE: 'text' })).toThrow('needs TEXT_GATEWAY_URL')
  expect(read({ ...mail, SIGNING_CODE: 'email' })).toBe('email')
  expect(read({ ...mail, SIGNING_CODE: 'client' })).toBe('client')
  expect(read({ SIGNING_CODE: 'text' })).toBe('text')
  expect(read({})).toBe('off')
})

it('given a DocuSign account in part, with a key that is none or an address without TLS, when read, then it is told, without the key', () => {
  const id = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const account = {
    DOCUSIGN_INTEGRATION_KEY: id,
    DOCUSIGN_USER_ID: id,
    DOCUSIGN_ACCOUNT_ID: id,
    DOCUSIGN_PRIVATE_KEY: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  }
  const read = (given: object) => readConfig({ ...needed, ...given })
  expect(read(account)).toMatchObject({ DOCUSIGN_AUTH_HOST: 'account.docusign.com', DOCUSIGN_SIGNER_ROLE: 'Client' })
  for (const name of Object.keys(account)) {
    expect(() => read({ ...account, [name]: undefined })).toThrow(`needs ${name} beside it`)
  }
  const wrong = { ...account, DOCUSIGN_PRIVATE_KEY: 'secret' }
  expect(() => read(wrong)).toThrow('DOCUSIGN_PRIVATE_KEY: is not an RSA private key')
  expect(() => read(wrong)).not.toThrow('secret')
  expect(() => read({ DOCUSIGN_CONNECT_HMAC_KEYS: 'key' })).toThrow('needs DOCUSIGN_INTEGRATION_KEY')
  for (const host of ['http://docusign.example.com', 'evil.example', 'http://127.0.0.1.evil.example:80']) {
    expect(() => read({ ...account, DOCUSIGN_AUTH_HOST: host })).toThrow('DOCUSIGN_AUTH_HOST')
  }
})
