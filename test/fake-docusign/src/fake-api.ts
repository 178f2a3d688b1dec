import { randomUUID } from 'node:crypto'
import type { FakeAccount, FakeDefinition, FakeEnvelope } from './fake-account.ts'
import { type FakeAnswer, type FakeCall, json, pdf, problem } from './fake-answer.ts'
import type { FakeConnect } from './fake-connect.ts'
import { makePdf } from './made-pdf.ts'
import { checkModel } from './sdk-model.ts'

interface FakeApi {
  account: FakeAccount
  accountId: string
  connect: FakeConnect
  /** Base of the fake itself. */
  url: string
}

type Route = (api: FakeApi, call: FakeCall, ids: string[]) => FakeAnswer | Promise<FakeAnswer>

const summary = ({ envelopeId, status, statusChangedDateTime }: FakeEnvelope) => ({
  envelopeId,
  status,
  statusChangedDateTime,
})
const information = (envelopes: object[]) => {
  const totalSetSize = String(envelopes.length)
  return json(checkModel('EnvelopesInformation', { envelopes, resultSetSize: totalSetSize, totalSetSize }))
}
const byTransaction = ({ account }: FakeApi, transactionIds: string[]) => {
  const found = account.envelopes.filter(({ definition }) => transactionIds.includes(definition.transactionId ?? ''))
  const envelopeTransactionStatuses = found.map(({ envelopeId, status, definition }) => ({
    envelopeId,
    status,
    transactionId: definition.transactionId,
  }))
  return json(checkModel('EnvelopesInformation', { envelopeTransactionStatuses }))
}

/** What the API of an account does, by method and path below the account. */
const routes: [RegExp, Route][] = [
  [/^GET \/templates$/, listTemplates],
  [/^GET \/templates\/([^/]+)\/documents\/combined$/, readTemplate],
  [/^POST \/envelopes$/, createEnvelope],
  [/^GET \/envelopes$/, (api, { query }) => byTransaction(api, query.get('transaction_ids')?.split(',') ?? [])],
  [/^PUT \/envelopes\/status$/, listStatuses],
  [/^PUT \/envelopes\/([^/]+)$/, voidEnvelope],
  [/^POST \/envelopes\/([^/]+)\/views\/recipient$/, createView],
  [/^GET \/envelopes\/([^/]+)\/documents\/combined$/, readCompleted],
]

/** Answers a call of the account's API; nothing for what there is not. */
export async function answerApi(api: FakeApi, call: FakeCall): Promise<FakeAnswer | undefined> {
  const base = `/restapi/v2.1/accounts/${api.accountId}`
  if (!call.path.startsWith(base)) return undefined
  const named = `${call.request.method} ${call.path.slice(base.length)}`
  for (const [pattern, route] of routes) {
    const match = pattern.exec(named)
    if (match) return route(api, call, match.slice(1))
  }
  return undefined
}

function listTemplates({ account, accountId }: FakeApi, { query }: FakeCall): FakeAnswer {
  const [start, count] = [Number(query.get('start_position') ?? 0), Number(query.get('count') ?? 100)]
  const envelopeTemplates = account.templates
    .slice(start, start + count)
    .map(({ role: _role, withoutDocument: _without, padding: _padding, ...shown }) => shown)
  const next = start + envelopeTemplates.length
  const more = next < account.templates.length
  return json(
    checkModel('EnvelopeTemplateResults', {
      envelopeTemplates,
      resultSetSize: String(envelopeTemplates.length),
      startPosition: String(start),
      totalSetSize: String(account.templates.length),
      ...(more ? { nextUri: `/accounts/${accountId}/templates?start_position=${next}&count=${count}` } : {}),
    }),
  )
}

function readTemplate({ account }: FakeApi, _call: FakeCall, [id]: string[]): FakeAnswer {
  const template = account.templates.find(({ templateId }) => templateId === id)
  if (template?.withoutDocument) return problem(400, 'ENVELOPE_HAS_NO_DOCUMENTS')
  if (!template) return problem(404, 'TEMPLATE_ID_INVALID')
  const { name, lastModified, padding = 0 } = template
  return pdf(Buffer.concat([makePdf([name, lastModified]), Buffer.alloc(padding, '\n')]))
}

async function createEnvelope({ account, connect, accountId }: FakeApi, { body }: FakeCall): Promise<FakeAnswer> {
  const definition: FakeDefinition = checkModel('EnvelopeDefinition', JSON.parse(body))
  const template = account.templates.find(({ templateId }) => templateId === definition.templateId)
  if (!template) return problem(400, 'TEMPLATE_ID_INVALID')
  if (definition.templateRoles[0]?.roleName !== template.role) return problem(400, 'TEMPLATE_ROLE_NOT_FOUND')
  const envelope = account.addEnvelope(definition)
  await connect.tell('envelope-sent', envelope, accountId)
  const { envelopeId, status, statusChangedDateTime: statusDateTime } = envelope
  return json(
    checkModel('EnvelopeSummary', { envelopeId, status, statusDateTime, uri: `/envelopes/${envelopeId}` }),
    201,
  )
}

function listStatuses(api: FakeApi, { query, body }: FakeCall): FakeAnswer {
  const ids: { envelopeIds?: string[]; transactionIds?: string[] } = checkModel('EnvelopeIdsRequest', JSON.parse(body))
  if (query.get('transaction_ids') === 'request_body') return byTransaction(api, ids.transactionIds ?? [])
  if (query.get('envelope_ids') !== 'request_body') return problem(400, 'INVALID_REQUEST_PARAMETER')
  return information(
    api.account.envelopes.filter(({ envelopeId }) => ids.envelopeIds?.includes(envelopeId)).map(summary),
  )
}

async function voidEnvelope({ account, connect, accountId }: FakeApi, { body }: FakeCall, [id = '']: string[]) {
  const { status, voidedReason } = checkModel<Record<string, string>>('Envelope', JSON.parse(body))
  const envelope = account.find(id)
  if (!envelope) return problem(404, 'ENVELOPE_DOES_NOT_EXIST')
  if (status !== 'voided' || !voidedReason) return problem(400, 'INVALID_REQUEST_BODY')
  if (envelope.status !== 'sent' && envelope.status !== 'delivered') {
    return problem(400, 'ENVELOPE_CANNOT_VOID_INVALID_STATE')
  }
  envelope.status = 'voided'
  await connect.tell('envelope-voided', envelope, accountId)
  return json(checkModel('EnvelopeUpdateSummary', { envelopeId: id }))
}

function createView({ account, url }: FakeApi, { body }: FakeCall, [id = '']: string[]): FakeAnswer {
  const asked: Record<string, string> = checkModel('RecipientViewRequest', JSON.parse(body))
  const envelope = account.find(id)
  if (!envelope) return problem(404, 'ENVELOPE_DOES_NOT_EXIST')
  const [signer] = envelope.definition.templateRoles
  const same = signer?.email === asked.email && signer?.name === asked.userName
  if (!same || signer?.clientUserId !== asked.clientUserId) return problem(400, 'UNKNOWN_ENVELOPE_RECIPIENT')
  const token = randomUUID()
  account.views.set(token, { envelope, returnUrl: asked.returnUrl ?? '' })
  return json(checkModel('ViewUrl', { url: `${url}/signing/${token}` }), 201)
}

function readCompleted({ account }: FakeApi, { query }: FakeCall, [id = '']: string[]): FakeAnswer {
  const envelope = account.find(id)
  if (envelope?.status !== 'completed') return problem(400, 'ENVELOPE_NOT_COMPLETED')
  const certificate = query.get('certificate') === 'true' ? ['Certificate Of Completion', `Envelope Id: ${id}`] : []
  return pdf(makePdf(['Signed at the fake DocuSign', envelope.definition.templateId, ...certificate]))
}
