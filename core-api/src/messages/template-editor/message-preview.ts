import type { MessagePreview, MessageTexts, TestMessageAnswer } from '@agency/contract/message-templates'
import { v7 as uuid } from 'uuid'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { maskDestination, queueMessage, testMessageKey } from '../../platform/outbox/outbox-service.ts'
import type { Brand } from '../../platform/outbox/templates/brand.ts'
import { requireValidTexts } from '../../platform/outbox/templates/message-placeholders.ts'
import type { TemplateKey } from '../../platform/outbox/templates/message-template-service.ts'
import { renderTexts } from '../../platform/outbox/templates/render-message.ts'
import { getAdmin } from '../../staff/admins/admin-service.ts'
import { sampleValues } from './sample-values.ts'

interface Look {
  brand: Brand
  publicUrl: string
}

/** @throws InvalidInput for a wrong placeholder */
export function previewMessage({ brand, publicUrl }: Look, key: TemplateKey, texts: MessageTexts): MessagePreview {
  requireValidTexts(key.kind, texts)
  const values = sampleValues(key.language, brand.agencyName, publicUrl)
  const { subject = '', text, html = '' } = renderTexts(brand, { ...key, channel: 'email', values }, texts)
  const { text: text_message } = renderTexts(brand, { ...key, channel: 'text', values }, texts)
  return { subject, text, html, text_message }
}

/** Sends it to the caller's own address. @throws WrongState if the account has no e-mail address */
export async function sendTestMessage(
  {
    db,
    cipher,
    principal,
    call,
    brand,
    publicUrl,
  }: Look & Idempotent & { db: Database; cipher: FieldCipher; principal: AdminPrincipal },
  { kind, language }: TemplateKey,
): Promise<TestMessageAnswer> {
  const { adminId } = principal
  const { email } = await getAdmin(db, adminId)
  const to = email.trim()
  if (to === '') throw new WrongState('Your account has no email address. Add one under Admins.')
  const id = uuid()
  const values = sampleValues(language, brand.agencyName, publicUrl)
  const make = async (trx: Transaction) => {
    const message = { kind, channel: 'email', to, language, values, adminId, key: testMessageKey(id) } as const
    await queueMessage({ db: trx, cipher }, message)
    await recordEvent(trx, principal, { action: 'message-template.tested', detail: `${kind}, ${language}` })
  }
  const read = async () => ({ to: maskDestination('email', to) })
  return createOncePerKey({ db, call }, { ids: [id], make, read })
}
