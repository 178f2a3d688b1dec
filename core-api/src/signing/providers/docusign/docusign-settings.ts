import { createPrivateKey, type KeyObject } from 'node:crypto'
import Type, { type Static } from 'typebox'
import type { ProviderConfig } from '../esign-provider.ts'

const uuidPattern = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const Id = Type.String({
  pattern: `^${uuidPattern}$`,
  description: 'an id as DocuSign shows it, of 32 hexadecimal digits in five groups',
})

export const docusignVariables = {
  DOCUSIGN_INTEGRATION_KEY: Type.Optional(Id),
  DOCUSIGN_USER_ID: Type.Optional(Id),
  DOCUSIGN_ACCOUNT_ID: Type.Optional(Id),
  DOCUSIGN_PRIVATE_KEY: Type.Optional(Type.String()),
  DOCUSIGN_AUTH_HOST: Type.String({
    // Without TLS only for a fake on this machine.
    description: 'account.docusign.com or account-d.docusign.com',
    pattern: '^(account(-d)?\\.docusign\\.com|http://(127\\.0\\.0\\.1|localhost):\\d+)$',
    default: 'account.docusign.com',
  }),
  DOCUSIGN_SIGNER_ROLE: Type.String({ minLength: 1, maxLength: 100, default: 'Client' }),
  DOCUSIGN_CONNECT_HMAC_KEYS: Type.Optional(Type.String({ pattern: '^[^\\s,]+(\\s*,\\s*[^\\s,]+)*$' })),
}
export const DocusignVariables = Type.Object(docusignVariables)
type DocusignVariables = Static<typeof DocusignVariables>

/** All of these or none. */
const account = ['DOCUSIGN_INTEGRATION_KEY', 'DOCUSIGN_USER_ID', 'DOCUSIGN_ACCOUNT_ID', 'DOCUSIGN_PRIVATE_KEY']

const companions = [
  ['DOCUSIGN_CONNECT_HMAC_KEYS', 'DOCUSIGN_INTEGRATION_KEY'],
  ...account.flatMap((name) => account.filter((other) => other !== name).map((other) => [name, other])),
] as const

/** Problems of the variables in combination, one line each as `NAME: problem`. */
export function docusignVariableProblems(given: Record<string, unknown>): string[] {
  const { DOCUSIGN_PRIVATE_KEY: key } = given
  return [
    ...companions.flatMap(([name = '', needed = '']) =>
      given[name] !== undefined && given[needed] === undefined ? [`${name}: needs ${needed} beside it`] : [],
    ),
    ...(typeof key !== 'string' || readRsaKey(key) ? [] : ['DOCUSIGN_PRIVATE_KEY: is not an RSA private key in PEM']),
  ]
}

export interface DocusignSettings {
  integrationKey: string
  userId: string
  accountId: string
  privateKey: KeyObject
  /** The authorisation server, such as `https://account-d.docusign.com`. */
  authUrl: string
  /** Keys of webhook messages. Without a key no message is accepted, and none is requested. */
  hmacKeys: readonly string[]
  signerRole: string
  webhookUrl: string
  /** Where the account's owner is sent after giving consent. */
  consentReturnUrl: string
}

export function readDocusignSettings(config: DocusignVariables & ProviderConfig): DocusignSettings | undefined {
  const { DOCUSIGN_INTEGRATION_KEY: integrationKey, DOCUSIGN_USER_ID: userId, DOCUSIGN_ACCOUNT_ID: accountId } = config
  const privateKey = config.DOCUSIGN_PRIVATE_KEY && readRsaKey(config.DOCUSIGN_PRIVATE_KEY)
  if (!integrationKey || !userId || !accountId || !privateKey) return undefined
  const host = config.DOCUSIGN_AUTH_HOST
  const publicUrl = config.PUBLIC_URL.replace(/\/$/, '')
  return {
    integrationKey,
    userId,
    accountId,
    privateKey,
    authUrl: host.startsWith('http') ? host : `https://${host}`,
    hmacKeys: config.DOCUSIGN_CONNECT_HMAC_KEYS?.split(',').map((key) => key.trim()) ?? [],
    signerRole: config.DOCUSIGN_SIGNER_ROLE,
    webhookUrl: `${publicUrl}/session/_api/docusign/webhook`,
    consentReturnUrl: `${publicUrl}/session/`,
  }
}

/** PKCS#1 (DocuSign's format) or PKCS#8, with line ends also as `\n`. @returns undefined if it is no RSA key */
function readRsaKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'))
    return key.asymmetricKeyType === 'rsa' ? key : undefined
  } catch {
    // The parser's message may quote the key.
    return undefined
  }
}
