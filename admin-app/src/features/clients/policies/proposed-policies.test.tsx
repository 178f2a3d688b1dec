import type { PolicyProposal } from '@agency/contract/policy-proposals'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { client, id, policy } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const url = at(`clients/${id(1)}/policy-proposals`)
const carriers = [
  { id: id(71), name: 'Ambetter', lines: [], phone: null, portal: null, code: null, archived: false, version: 1 },
]
const fields: PolicyProposal['fields'] = [
  { field: 'carrier_id', written: ['AMBETTER'], value: id(71) },
  { field: 'number', written: ['••••1207'], value: '••••1207' },
  { field: 'effective_date', written: ['2026-01-01'], value: '2026-01-01' },
  { field: 'premium', written: ['about 400', '410'], value: null },
]

/** Serves a record with a proposed policy, as the API does; gives what was sent. */
function serve(refusal?: { code: string; message: string }) {
  let proposals: PolicyProposal[] = [
    {
      id: id(90),
      session_form_id: id(20),
      session_id: id(10),
      document: 'Application',
      created_at: '2026-01-02T15:00:00.000Z',
      fields,
    },
  ]
  const sent: unknown[] = []
  const decide = (body: unknown, answer: () => Response) => {
    sent.push(body)
    if (refusal) return HttpResponse.json({ success: false, ...refusal }, { status: 409 })
    proposals = []
    return answer()
  }
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
    http.get(at('carriers'), () => HttpResponse.json({ carriers })),
    http.get(url, () => HttpResponse.json({ proposals })),
    http.post(`${url}/${id(90)}/accept`, async ({ request }) =>
      decide(await request.json(), () => HttpResponse.json(policy(), { status: 201 })),
    ),
    http.post(`${url}/${id(90)}/dismiss`, () => decide('dismissed', () => HttpResponse.json({ proposals: [] }))),
  )
  return sent
}

async function show() {
  const user = renderApp(`/admin/clients/${id(1)}`)
  const card = within(await screen.findByRole('region', { name: 'Policies' }))
  return { user, card, entry: await card.findByRole('listitem', { name: 'Proposed from Application' }) }
}

async function open() {
  const { user, card, entry } = await show()
  await user.click(card.getByRole('button', { name: 'Add policy proposed from Application' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Policy' }))
  await dialog.findByRole('option', { name: 'Ambetter' })
  return { user, card, entry, dialog, choice: (name: string) => dialog.getByRole('combobox', { name }) }
}

beforeEach(() => {
  signIn()
})

describe('[PY-14] a policy that a signed document names', () => {
  test('given one, when shown, then its document and words; added, then the dialog has what is certain, and asks for the rest @full', async () => {
    const sent = serve()
    const { user, card, entry, dialog, choice } = await open()
    expect(entry).toHaveTextContent(
      'Carrier: AMBETTER · Policy number: ••••1207 · Effective: 1/1/2026 · Premium: about 400 or 410',
    )
    expect(dialog.getByRole('note')).toHaveTextContent(/please choose: Premium: about 400 or 410$/)
    expect(choice('Carrier')).toHaveValue(id(71))
    expect(choice('Status')).toHaveValue('submitted')
    expect(dialog.getByRole('textbox', { name: 'Premium' })).toHaveValue('')
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Choose a line', { ignore: 'option' })).toBeInTheDocument()
    expect(sent).toEqual([])
    await user.selectOptions(choice('Line'), 'Dental')
    await user.type(dialog.getByRole('textbox', { name: 'Premium' }), '410')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(card.queryByRole('list', { name: 'Proposed policies' })).not.toBeInTheDocument())
    const written = { number: '••••1207', effective_date: '2026-01-01', premium: '410.00', mode: null }
    expect(sent).toEqual([
      expect.objectContaining({ carrier_id: id(71), line: 'dental', status: 'submitted', ...written }),
    ])
  })

  test('given one, when dismissed, then it is gone @full', async () => {
    const sent = serve()
    const { user, card } = await show()
    await user.click(card.getByRole('button', { name: 'Dismiss policy proposed from Application' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Dismiss' }))

    await waitFor(() => expect(card.queryByRole('list', { name: 'Proposed policies' })).not.toBeInTheDocument())
    expect(sent).toEqual(['dismissed'])
  })

  test('given one that somebody has added meanwhile, when saved, then the dialog says so @full', async () => {
    serve({ code: 'WRONG_STATE', message: 'Somebody has already added this policy.' })
    const { user, dialog, choice } = await open()
    await user.selectOptions(choice('Line'), 'Dental')
    await user.selectOptions(choice('Status'), 'Active')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await dialog.findByText('Somebody has already added this policy.')).toBeInTheDocument()
  })

  test('given an auditor, when shown, then nothing can be decided', async () => {
    signIn('auditor')
    serve()
    const { entry } = await show()

    expect(within(entry).queryByRole('button')).not.toBeInTheDocument()
  })
})
