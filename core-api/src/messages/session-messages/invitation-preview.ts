import type { InvitationPreview, PreviewInvitation } from '@agency/contract/messages'
import type { Static } from 'typebox'
import { getContact } from '../../clients/record/client-service.ts'
import { withNote } from '../../platform/outbox/outbox-service.ts'
import type { Brand } from '../../platform/outbox/templates/brand.ts'
import { renderMessage } from '../../platform/outbox/templates/render-message.ts'
import { findSessionOf } from '../../sessions/sessions/session-service.ts'
import { readPersonalLine } from './personal-line.ts'
import { linkValues, type SendContext } from './session-message-service.ts'

/** @throws NotFound; InvalidInput as `readPersonalLine` */
export async function previewInvitation(
  context: Pick<SendContext, 'db' | 'cipher' | 'principal' | 'publicUrl'> & { brand: Brand },
  code: string,
  { channel, note }: Static<typeof PreviewInvitation>,
): Promise<Static<typeof InvitationPreview>> {
  const { db, cipher, brand } = context
  const session = await findSessionOf(context, code)
  const contact = await getContact({ db, cipher }, session.client_id, session.consent_language)
  const values = withNote(linkValues(context, session, contact), readPersonalLine(context, session, note))
  const { language } = contact
  const { subject, text, html } = await renderMessage({ db, brand }, { kind: 'invitation', channel, language, values })
  return { subject: subject ?? null, text, html: html ?? null }
}
