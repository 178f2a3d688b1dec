import type { SessionForm } from '@agency/contract/session-forms'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { globalForm, id, session, sessionForm } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const moment = '2026-11-20T15:04:05.000Z'
const declined = sessionForm({
  status: 'declined',
  declined_at: moment,
  declined_by: 'Maria Alvarez',
  declined_from: '198.51.100.7',
  decline_reason: 'My husband must read it first',
  version: 7,
})

interface Sent {
  readonly call: string
  readonly body: unknown
  readonly base: string | null
}

/** The page of a session with a declined document; `sent` has the calls that change something. */
function show(address = '', answers: Readonly<Record<string, () => Response>> = {}) {
  const sent: Sent[] = []
  let form: SessionForm = declined
  const record = async (request: Request) => {
    const { pathname } = new URL(request.url)
    const text = await request.text()
    const call = `${request.method} ${pathname.replace(/^.*(?=\/sessionforms)/, '')}`
    sent.push({ call, body: text === '' ? null : JSON.parse(text), base: request.headers.get('If-Match') })
    return answers[call]?.()
  }
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session({ status: 'declined' }))),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [form] })),
    http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: [globalForm({ title: 'Shorter' })] })),
    http.put(at(`sessionforms/${id(30)}`), async ({ request }) => {
      const answer = await record(request)
      form = { ...form, status: 'pending', asked_again_at: moment }
      return answer ?? HttpResponse.json(form)
    }),
    http.post(
      at(`sessionforms/${id(30)}/remind`),
      async ({ request }) => (await record(request)) ?? HttpResponse.json({ sent: true }),
    ),
    http.post(
      at('sessionforms'),
      async ({ request }) => (await record(request)) ?? HttpResponse.json(sessionForm({ id: id(31) }), { status: 201 }),
    ),
  )
  const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN${address}`)
  return { user, sent }
}

const notice = async () => {
  const reason = await screen.findByText('Reason: My husband must read it first')
  return within(reason.closest('.notice') ?? expect.fail('There is no notice'))
}

const offer = async (user: ReturnType<typeof show>['user'], note: string) => {
  await user.click((await notice()).getByRole('button', { name: 'Offer Again' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Offer Again' }))
  await user.type(dialog.getByRole('textbox', { name: 'Note to the client' }), note)
  expect(await violations()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Offer Again' }))
}

beforeEach(() => {
  signIn()
})

describe('a declined document', () => {
  test('given one, when the session shows, then who, when and why stand with what can be done', async () => {
    show()
    const said = await notice()
    expect(said.getByText(/was declined by Maria Alvarez, Nov 20, 2026/)).toBeInTheDocument()
    expect(said.getByRole('link', { name: 'Call 305-555-0187' })).toHaveAttribute('href', 'tel:+13055550187')
    const verbs = said.getAllByRole('button').map((button) => button.textContent)
    expect(verbs).toEqual(['Offer Again', 'Replace', 'Withdraw', 'Open Document'])
  })

  test('given a note, when it is offered again, then it is asked for on its version, and the client is told @full', async () => {
    const { user, sent } = show()
    await offer(user, 'Only page 2 has changed.')
    await screen.findByText('An email is being sent to the client.')
    expect(sent).toEqual([
      { call: `PUT /sessionforms/${id(30)}`, body: { status: 'pending' }, base: '"7"' },
      { call: `POST /sessionforms/${id(30)}/remind`, body: { note: 'Only page 2 has changed.' }, base: null },
    ])
  })

  test('given a client who can’t be told, when it is offered again, then staff learn why @full', async () => {
    const message = 'This session has no passcode, so the client can’t open it.'
    const { user } = show('', {
      [`POST /sessionforms/${id(30)}/remind`]: () =>
        HttpResponse.json({ code: 'WRONG_STATE', message }, { status: 409 }),
    })
    await offer(user, 'Hello')
    const said = `The client can sign it again, but was not told of it. ${message}`
    expect(await screen.findByRole('alertdialog', { name: said })).toBeInTheDocument()
  })

  test('given a note that is refused, when it is corrected or left, then the client is told, or staff learn that they were not @full', async () => {
    const details = [{ field: 'note', message: 'must not contain the passcode' }]
    const refuse = () => HttpResponse.json({ code: 'INVALID_INPUT', message: 'No', details }, { status: 400 })
    const { user } = show('', {
      [`POST /sessionforms/${id(30)}/remind`]: refuse,
    })
    await offer(user, 'blue door')
    const dialog = within(await screen.findByRole('dialog', { name: 'Offer Again' }))
    expect(await dialog.findByText('must not contain the passcode')).toBeInTheDocument()
    expect(dialog.getByRole('textbox')).toHaveValue('blue door')
    await user.clear(dialog.getByRole('textbox'))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    const said = 'The client can sign it again, but was not told of it. Remind them from the document.'
    expect(await screen.findByRole('alertdialog', { name: said })).toBeInTheDocument()
  })

  test('given a document that changed meanwhile, when it is offered again, then the client is not told @full', async () => {
    const refused = { code: 'EDIT_CONFLICT', message: 'It was changed by someone else.', current: declined }
    const { user, sent } = show('', {
      [`PUT /sessionforms/${id(30)}`]: () => HttpResponse.json(refused, { status: 409 }),
    })
    await offer(user, 'Hello')
    const dialog = within(await screen.findByRole('dialog', { name: 'Offer Again' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('It was changed by someone else.')
    expect(sent).toHaveLength(1)
  })

  test('given the address of a replacement, when another form is added, then the declined one is withdrawn @full', async () => {
    const { user, sent } = show(`?replace=${id(30)}`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace Document' }))
    await user.click(await dialog.findByRole('checkbox', { name: /Shorter/ }))
    await user.click(dialog.getByRole('button', { name: 'Use Selected' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[0]).toMatchObject({ call: 'POST /sessionforms', body: { title: 'Shorter', session_id: id(10) } })
    expect(sent[1]).toEqual({ call: `PUT /sessionforms/${id(30)}`, body: { status: 'voided' }, base: '"7"' })
  })

  test('given one, when it is withdrawn, then it is asked first; when kept, then nothing is sent @full', async () => {
    const { user, sent } = show()
    const ask = async (answer: string) => {
      await user.click((await notice()).getByRole('button', { name: 'Withdraw' }))
      const question = within(await screen.findByRole('alertdialog', { name: /^Withdraw “Consent”/ }))
      await user.click(question.getByRole('button', { name: answer }))
    }
    await ask('Keep')
    expect(sent).toEqual([])
    await ask('Withdraw')
    await waitFor(() => expect(sent).toEqual([expect.objectContaining({ body: { status: 'voided' }, base: '"7"' })]))
  })

  test('given an auditor, when the session shows, then they can call and change nothing', async () => {
    signIn('auditor')
    show()
    const said = await notice()
    expect(said.getByRole('link', { name: 'Call 305-555-0187' })).toBeInTheDocument()
    expect(said.queryByRole('button', { name: 'Offer Again' })).not.toBeInTheDocument()
  })
})
