import type { GlobalForm } from '@agency/contract/global-forms'
import type { SessionForm } from '@agency/contract/session-forms'
import type { Session, SessionType } from '@agency/contract/sessions'
import type { buildApp } from '../../app.ts'
import { addCarrier } from '../../clients/policies/carrier-service.ts'
import { addPolicy, type PolicyContext } from '../../clients/policies/policy-service.ts'
import { hasClients } from '../../clients/record/client-repository.ts'
import { createClient } from '../../clients/record/client-service.ts'
import { changeGlobalFormFields } from '../../library/global-forms/global-form-fields.ts'
import { createGlobalForm } from '../../library/global-forms/global-form-service.ts'
import type { AdminPrincipal, SessionPrincipal } from '../../platform/http/principals.ts'
import { attachForm } from '../../sessions/session-forms/session-form-attachment.ts'
import { getFilledFields } from '../../sessions/session-forms/session-form-fields.ts'
import { giveConsent } from '../../sessions/sessions/consents.ts'
import { logInToPortal } from '../../sessions/sessions/portal-login.ts'
import { endPortalLogin, startSession } from '../../sessions/sessions/session-service.ts'
import { getDisclosure } from '../../signing/client-signing/disclosure.ts'
import { declineForm, openForm, signForm } from '../../signing/client-signing/signing-service.ts'
import { builtInProvider } from '../../signing/providers/built-in-provider.ts'
import { listAdmins } from '../../staff/admins/admin-repository.ts'
import { makeDemoClient } from './demo-clients.ts'
import { authorizationFields, writtenOver } from './demo-fields.ts'
import { addDemoNotes } from './demo-notes.ts'
import { demoCarriers, makeDemoPolicies } from './demo-policies.ts'

const people = 64
const library = [
  { template: 'built-in:broker-of-record', title: 'Agent of Record Authorization', folder: 'Onboarding' },
  {
    template: 'built-in:contact-authorization',
    title: 'Autorización para comunicarnos con usted',
    folder: 'Onboarding',
  },
  { template: 'built-in:coverage-review', title: 'Annual Coverage Review', folder: 'Reviews' },
]

type App = Awaited<ReturnType<typeof buildApp>>
type Stage = 'opened' | 'signed' | 'declined'

export async function seedDemo(app: App): Promise<void> {
  const [admin] = await listAdmins(app.db, 'all')
  if (admin && !(await hasClients(app.db))) await fill(app, admin.id)
}

async function fill(app: App, adminId: string): Promise<void> {
  const principal: AdminPrincipal = {
    kind: 'admin',
    adminId,
    adminSessionId: adminId,
    role: 'power',
    scope: 'all',
    address: '127.0.0.1',
  }
  const context = { db: app.db, cipher: app.cipher, files: app.files, pdfs: app.pdfs, principal, keepCvc: true }
  const clients: string[] = []
  for (let n = 0; n < people; n++) clients.push((await createClient(context, makeDemoClient(n))).id)
  await addDemoNotes(context, clients)
  await addPolicies(context, clients)
  const forms: GlobalForm[] = []
  for (const { template, title, folder } of library) {
    const pdf = await builtInProvider.readTemplate(template)
    if (pdf) forms.push(await createGlobalForm(context, { title, folder, type: 'PDF' }, { bytes: Buffer.from(pdf) }))
  }
  await changeGlobalFormFields(context, forms[0]?.id ?? '', authorizationFields(), undefined)
  const link = {
    title: 'Compare Marketplace plans',
    type: 'Link',
    folder: 'Reading',
    source: 'https://www.healthcare.gov/',
  } as const
  forms.push(await createGlobalForm(context, link, undefined))

  const start = (client: number, session_type: SessionType) =>
    startSession(context, { client_id: clients[client] ?? '', session_type, passcode }, demoSettings)
  const attach = async (session: Session, wanted: number[]) => {
    const attached: SessionForm[] = []
    for (const n of wanted)
      attached.push(await attachForm(context, { session_id: session.id, form_id: forms[n]?.id ?? null }))
    return { session, attached }
  }

  await attach(await start(0, 'onboarding'), [0, 1, 3])
  const asClient = { app, agencyName: (await app.agency.read()).name }
  await walk(asClient, await attach(await start(1, 'review'), [2]), 'opened')
  await walk(asClient, await attach(await start(2, 'onboarding'), [0, 1]), 'signed')
  await walk(asClient, await attach(await start(3, 'renewal'), [2]), 'declined')
  await walk(asClient, await attach(await start(5, 'review'), [2, 3]), 'signed')
}

async function addPolicies(context: PolicyContext, clients: readonly string[]): Promise<void> {
  const ids = new Map<string, string>()
  for (const { lines, ...carrier } of demoCarriers)
    ids.set(carrier.name, (await addCarrier(context, { ...carrier, lines: [...lines] })).id)
  for (const [n, client] of clients.entries())
    for (const { carrier, ...policy } of makeDemoPolicies(n, makeDemoClient(n)))
      await addPolicy(context, client, { ...policy, carrier_id: ids.get(carrier) ?? '' })
}

const passcode = 'harbor-4821'

/** No one-time code: nobody reads the messages of the demo's clients. */
const demoSettings = { days: 30, signingCode: 'off', contactDays: 7 } as const

async function walk(
  { app, agencyName }: { app: App; agencyName: string },
  { session, attached }: { session: Session; attached: SessionForm[] },
  stage: Stage,
) {
  const { id: sessionId, client_id: clientId } = session
  const address = '192.0.2.14'
  const { db, cipher } = app
  const login = await logInToPortal(
    { db, cipher, principal: { kind: 'nobody', address } },
    session.session_code,
    passcode,
  )
  const principal: SessionPrincipal = {
    kind: 'session',
    portalSessionId: login.portal_session.id,
    sessionId,
    clientId,
    address,
  }
  const context = { db, cipher, principal, signingCode: demoSettings.signingCode }
  const name = `${session.client_first_name} ${session.client_last_name}`
  const disclosure = getDisclosure('en', agencyName)
  for (const form of attached) {
    await openForm(context, form.id)
    if (stage === 'declined') await declineForm(context, form.id, { reason: 'I would like to talk about this first.' })
    if (stage !== 'signed' || form.type !== 'PDF') continue
    await giveConsent(context, disclosure)
    const font = 'dancing-script'
    const signature = { kind: 'typed', text: name, font } as const
    const initials = { kind: 'typed', text: name.replace(/\P{Lu}/gu, ''), font } as const
    const values = await valuesOver(context, form.id)
    const signing = { name, signature, initials, values, language: disclosure.language, time_zone: 'America/New_York' }
    await signForm(context, form.id, signing, 'Demonstration')
  }
  await endPortalLogin(context)
}

async function valuesOver(context: Parameters<typeof getFilledFields>[0], formId: string) {
  const fields = await getFilledFields(context, formId)
  return Object.fromEntries(
    fields.flatMap(({ id, binding }) => {
      const text = binding === null ? undefined : writtenOver[binding]
      return text === undefined ? [] : [[id, text]]
    }),
  )
}
