import { randomBytes } from 'node:crypto'
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
  const wrong = { SMTP_URL: 'http://me:secret@mail.example.com', MAIL_FROM }
  expect(() => read(wrong)).toThrow('SMTP_URL')
  expect(() => read(wrong)).not.toThrow('secret')
})
