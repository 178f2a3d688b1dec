import type { GlobalForm } from '@agency/contract/global-forms'
import Type from 'typebox'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { readPdf, startCoreForTest } from '../../../test/core.ts'
import { openAsClient, seedSession } from '../../../test/session-fixtures.ts'
import { readForm } from '../../../test/signing-steps.ts'
import { applyProviderState } from '../redirect-signing/apply-provider-state.ts'
import { fetchSigned } from '../redirect-signing/fetch-signed.ts'
import { sendEnvelope } from '../staff-actions/send-envelope.ts'
import { syncTemplates } from '../staff-actions/template-sync.ts'
import { connectProviders, providerSettings } from './connectable-providers.ts'
import type { ConnectableProvider, EnvelopeOrder } from './esign-provider.ts'

const settings = { PUBLIC_URL: 'https://client.example.com/', PAPERSIGN_KEY: 'secret' }

/** A provider as a new folder would have it. `orders` lists the envelopes that it created. */
function paperSign(orders: EnvelopeOrder[]): ConnectableProvider {
  const Variables = Type.Object({ PAPERSIGN_KEY: Type.String() })
  return {
    settings: Variables.properties,
    settingProblems: () => [],
    connect: (config) => {
      if (!('PAPERSIGN_KEY' in config)) return undefined
      return {
        name: 'papersign',
        owns: (id) => id.startsWith('papersign:'),
        async *listTemplates() {
          yield { id: 'papersign:1', title: 'Consent', folder: null, modifiedAt: null }
        },
        readTemplate: async () => readPdf('quartz.pdf'),
        redirect: {
          create: async (order) => `paper-${orders.push(order)}`,
          find: async () => new Map(),
          signingView: async (id) => ({ kind: 'redirect', url: `https://papersign.example/${id}` }),
          fetchStates: async () => [],
          void: async () => undefined,
          fetchCompleted: async () => readPdf('quartz.pdf'),
          readMessage: () => [],
        },
      }
    },
  }
}

it('given the registry, when the settings of the service are read, then those of each provider are among them', () => {
  expect(Object.keys(providerSettings)).toContain('DOCUSIGN_INTEGRATION_KEY')
  expect(connectProviders({ PUBLIC_URL: settings.PUBLIC_URL }, [paperSign([])]).main.name).toBe('built-in')
})

it('given a new provider in the registry, when it is connected, then its templates are synced, sent, signed and completed @full', async () => {
  const core = await startCoreForTest()
  const { db, files, pdfs, cipher } = core.app
  const orders: EnvelopeOrder[] = []
  const providers = connectProviders(settings, [paperSign(orders)])
  const staff = {
    kind: 'admin',
    adminId: uuid(),
    adminSessionId: uuid(),
    role: 'power',
    scope: 'all',
    address: '::1',
  } as const
  const synced = await syncTemplates({ db, files, pdfs, principal: staff }, providers.main)
  expect(synced).toMatchObject({ provider: 'papersign', created: 1 })

  const journey = await seedSession(core)
  const { admin, clientId, session } = journey
  const contact = { primary_email: 'ines@example.com' }
  await core.ask(admin, { method: 'PUT', url: `/clients/${clientId}`, payload: contact })
  const { forms } = (await core.ask(admin, { method: 'GET', url: '/global-forms' })).json()
  const template = forms.find(({ docusign_template_id }: GlobalForm) => docusign_template_id === 'papersign:1')
  const payload = { session_id: session.id, form_id: template.id }
  const { id } = (await core.ask(admin, { method: 'POST', url: '/sessionforms', payload })).json()

  const opened = await openAsClient(core, session)
  const portalSessionId = 'id' in opened ? opened.id : expect.fail('The session was not opened')
  const client = { portalSessionId, sessionId: session.id, clientId, address: '198.51.100.7' }
  const principal = { kind: 'session', ...client } as const
  const guarded = { db, principal, providers, cipher, publicUrl: '', signingCode: 'email', contactDays: 7 } as const
  await expect(sendEnvelope(guarded, id)).rejects.toMatchObject({ code: 'SIGNING_CODE_REQUIRED' })
  expect(orders).toEqual([])
  const { envelopeId, signing } = await sendEnvelope({ ...guarded, signingCode: 'off' }, id)
  expect(signing).toEqual({ kind: 'redirect', url: 'https://papersign.example/paper-1' })
  expect(orders).toMatchObject([{ envelopeId, templateId: 'papersign:1', signer: { email: 'ines@example.com' } }])

  const at = new Date().toISOString()
  expect(await applyProviderState(db, 'papersign', { providerId: 'paper-1', status: 'completed', at })).toBe('applied')
  await fetchSigned({ db, files, cipher, providers }, envelopeId)
  expect(await readForm(core, journey, id)).toMatchObject({ status: 'completed', error: null })
})
