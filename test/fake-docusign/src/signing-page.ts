import { randomUUID } from 'node:crypto'
import type { FakeAccount, FakeEnvelope, FakeStatus } from './fake-account.ts'
import { type FakeAnswer, type FakeCall, page, problem, redirect } from './fake-answer.ts'
import type { FakeConnect } from './fake-connect.ts'

interface Signing {
  account: FakeAccount
  accountId: string
  connect: FakeConnect
}

/** What the signer may press: what becomes of the envelope, what is told of it, and what the return address says. */
const choices = {
  sign: { status: 'completed', events: ['recipient-completed', 'envelope-completed'], event: 'signing_complete' },
  decline: { status: 'declined', events: ['envelope-declined'], event: 'decline' },
  later: { status: undefined, events: [], event: 'cancel' },
} as const

export type Choice = keyof typeof choices
const isChoice = (name: string | null): name is Choice => name !== null && name in choices

/** The signer's page, whose address is good once. */
export async function answerSigning(signing: Signing, call: FakeCall): Promise<FakeAnswer | undefined> {
  const token = /^\/signing\/([^/]+)$/.exec(call.path)?.[1]
  if (token === undefined) return undefined
  const view = signing.account.views.get(token)
  if (!view) return problem(400, 'TOKEN_EXPIRED')
  signing.account.views.delete(token)
  if (call.request.method === 'GET') {
    await deliver(signing, view.envelope)
    const next = randomUUID()
    signing.account.views.set(next, view)
    return page(signingPage(next, view.envelope))
  }
  const choice = new URLSearchParams(call.body).get('choice')
  if (!isChoice(choice)) return problem(400, 'INVALID_REQUEST_PARAMETER')
  await choose(signing, view.envelope, choice)
  const address = new URL(view.returnUrl)
  address.searchParams.set('event', choices[choice].event)
  return redirect(address.href)
}

/** The signer has opened the envelope. */
async function deliver(signing: Signing, envelope: FakeEnvelope): Promise<void> {
  if (envelope.status === 'sent') await move(signing, envelope, 'delivered', ['envelope-delivered'])
}

/** The signer does this with the envelope, as on the page. */
export async function choose(signing: Signing, envelope: FakeEnvelope, choice: Choice): Promise<void> {
  const { status, events } = choices[choice]
  if (status && (envelope.status === 'sent' || envelope.status === 'delivered')) {
    await move(signing, envelope, status, events)
  }
}

async function move(
  { connect, accountId }: Signing,
  envelope: FakeEnvelope,
  to: FakeStatus,
  events: readonly string[],
) {
  envelope.status = to
  envelope.statusChangedDateTime = new Date().toISOString()
  for (const event of events) await connect.tell(event, envelope, accountId)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const signingPage = (token: string, { definition }: FakeEnvelope) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Fake DocuSign</title>
<style>body { font: 1rem/1.5 system-ui; max-width: 40rem; margin: 3rem auto; padding: 0 1rem } button { font: inherit; padding: .5rem 1rem }</style>
<h1>${escaped(definition.emailSubject ?? 'Document')}</h1>
<p>This page stands for DocuSign’s. ${escaped(definition.templateRoles[0]?.name ?? '')} signs here.</p>
<form method="post" action="/signing/${token}">
  <button name="choice" value="sign">Finish and sign</button>
  <button name="choice" value="decline">Decline</button>
  <button name="choice" value="later">Finish later</button>
</form>
</html>
`
