import Type, { type Static } from 'typebox'
import { EsignFailed } from '../../../platform/errors.ts'
import type { EnvelopeOrder, EnvelopeState, RedirectSigning } from '../esign-provider.ts'
import { connectEvents, readConnectMessage } from './connect-message.ts'
import type { DocusignClient } from './docusign-client.ts'
import { isRefusal } from './docusign-failure.ts'
import type { DocusignSettings } from './docusign-settings.ts'

const envelopesACall = 500

const Line = Type.String()
const Made = Type.Object({ envelopeId: Line })
const View = Type.Object({ url: Type.String({ pattern: '^https?://' }) })
const Envelopes = Type.Object({
  envelopes: Type.Optional(
    Type.Array(
      Type.Object({
        envelopeId: Line,
        status: Line,
        statusChangedDateTime: Type.Optional(Line),
        transactionId: Type.Optional(Line),
      }),
    ),
  ),
  envelopeTransactionStatuses: Type.Optional(
    Type.Array(Type.Object({ transactionId: Line, envelopeId: Type.Optional(Line) })),
  ),
})

export function docusignRedirectSigning(client: DocusignClient, settings: DocusignSettings): RedirectSigning {
  return {
    async create(order) {
      const body = definitionOf(order, settings)
      return (await client.json({ method: 'POST', path: '/envelopes', body }, Made)).envelopeId
    },
    find: (envelopeIds) => findEnvelopes(client, envelopeIds),
    async signingView(providerId, envelopeId, { name, email }, returnUrl) {
      const body = { returnUrl, authenticationMethod: 'none', email, userName: name, clientUserId: envelopeId }
      const { url } = await client.json({ method: 'POST', path: `${pathOf(providerId)}/views/recipient`, body }, View)
      return { kind: 'redirect', url }
    },
    fetchStates: (providerIds) => fetchStates(client, providerIds),
    void: (providerId, reason) => voidEnvelope(client, providerId, reason),
    fetchCompleted: (providerId) =>
      client.bytes({ path: `${pathOf(providerId)}/documents/combined`, query: { certificate: 'true' } }),
    readMessage: (body, headers) => readConnectMessage(settings.hmacKeys, body, headers),
  }
}

const pathOf = (providerId: string) => `/envelopes/${encodeURIComponent(providerId)}`

/** One signer. DocuSign sends no e-mail to a signer with a `clientUserId`: they sign from our page. */
function definitionOf({ envelopeId, templateId, title, signer }: EnvelopeOrder, settings: DocusignSettings) {
  return {
    templateId: templateId.replace(/^docusign:/, ''),
    status: 'sent',
    transactionId: envelopeId,
    emailSubject: title.slice(0, 100),
    templateRoles: [{ ...signer, roleName: settings.signerRole, clientUserId: envelopeId }],
    ...(settings.hmacKeys.length === 0 ? {} : { eventNotification: notificationOf(settings) }),
  }
}

const notificationOf = ({ webhookUrl }: DocusignSettings) => ({
  url: webhookUrl,
  requireAcknowledgment: 'true',
  loggingEnabled: 'true',
  includeHMAC: 'true',
  deliveryMode: 'SIM',
  events: connectEvents,
  eventData: { version: 'restv2.1', format: 'json', includeData: [] },
})

async function fetchInBatches(
  client: DocusignClient,
  ids: string[],
  query: Record<string, string>,
  bodyOf: (batch: string[]) => object,
): Promise<Static<typeof Envelopes>[]> {
  const answers: Static<typeof Envelopes>[] = []
  for (let start = 0; start < ids.length; start += envelopesACall) {
    const body = bodyOf(ids.slice(start, start + envelopesACall))
    const full = { ...query, count: String(envelopesACall) }
    answers.push(await client.json({ method: 'PUT', path: '/envelopes/status', query: full, body }, Envelopes))
  }
  return answers
}

/** DocuSign knows our ids for seven days. Which of its two lists contains them depends on the call: both are read. */
async function findEnvelopes(client: DocusignClient, transactionIds: string[]): Promise<Map<string, string>> {
  const only = transactionIds.length === 1 ? transactionIds[0] : undefined
  const answers =
    only !== undefined
      ? [await client.json({ path: '/envelopes', query: { transaction_ids: only } }, Envelopes)]
      : await fetchInBatches(client, transactionIds, { transaction_ids: 'request_body' }, (batch) => ({
          transactionIds: batch,
        }))
  const listed = answers.flatMap(({ envelopes = [], envelopeTransactionStatuses = [] }) => [
    ...envelopes,
    ...envelopeTransactionStatuses,
  ])
  return new Map(
    listed.flatMap(({ transactionId = only, envelopeId }): [string, string][] =>
      transactionId !== undefined && envelopeId ? [[transactionId, envelopeId]] : [],
    ),
  )
}

async function fetchStates(client: DocusignClient, providerIds: string[]): Promise<EnvelopeState[]> {
  const query = { envelope_ids: 'request_body' }
  const answers = await fetchInBatches(client, providerIds, query, (envelopeIds) => ({ envelopeIds }))
  return answers.flatMap(({ envelopes = [] }) =>
    envelopes.flatMap(({ envelopeId: providerId, status: docusignStatus, statusChangedDateTime }): EnvelopeState[] => {
      const status = statusOf(docusignStatus)
      const at = statusChangedDateTime ?? new Date().toISOString()
      return status ? [{ providerId, status, at }] : []
    }),
  )
}

async function voidEnvelope(client: DocusignClient, providerId: string, reason: string): Promise<void> {
  const body = { status: 'voided', voidedReason: reason.trim().slice(0, 200) }
  try {
    await client.json({ method: 'PUT', path: pathOf(providerId), body }, Type.Object({}))
  } catch (error) {
    if (!isRefusal(error) || !error.reason.startsWith('ENVELOPE_')) throw error
    const [state] = await fetchStates(client, [providerId])
    if (state?.status === 'voided') return
    throw new EsignFailed(
      'DocuSign can no longer void this document: it was signed or declined. Its status is updated here shortly.',
      error,
    )
  }
}

const statuses: Readonly<Record<string, EnvelopeState['status']>> = {
  sent: 'sent',
  delivered: 'viewed',
  signed: 'signed',
  completed: 'completed',
  declined: 'declined',
  voided: 'voided',
}

/** Maps DocuSign's status to ours; undefined for one that a sent envelope cannot have. */
const statusOf = (docusignStatus: string): EnvelopeState['status'] | undefined => statuses[docusignStatus.toLowerCase()]
