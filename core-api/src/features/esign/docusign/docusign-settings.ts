import type { KeyObject } from 'node:crypto'
import { readRsaKey } from './rsa-key.ts'

/** One account at DocuSign, as an agency has connected it. */
export interface DocusignSettings {
  integrationKey: string
  /** Whom the integration acts for. */
  userId: string
  accountId: string
  privateKey: KeyObject
  /** Where access is granted, such as `https://account-d.docusign.com`. */
  authUrl: string
  /** Of the webhook's messages; without one no message is believed, and none is asked for. */
  hmacKeys: readonly string[]
  /** What the templates call the one who signs. */
  signerRole: string
  /** Where the messages go. */
  webhookUrl: string
  /** Where the account's owner lands after giving consent. */
  consentReturnUrl: string
}

/** The settings of this service that name the account. */
interface Given {
  DOCUSIGN_INTEGRATION_KEY?: string
  DOCUSIGN_USER_ID?: string
  DOCUSIGN_ACCOUNT_ID?: string
  DOCUSIGN_PRIVATE_KEY?: string
  DOCUSIGN_AUTH_HOST: string
  DOCUSIGN_CONNECT_HMAC_KEYS?: string
  DOCUSIGN_SIGNER_ROLE: string
  PUBLIC_URL: string
}

/** @returns nothing where no account is connected */
export function readDocusignSettings(config: Given): DocusignSettings | undefined {
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
