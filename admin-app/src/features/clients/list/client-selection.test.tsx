import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { answer, lee, refused } from '../../../testing/admin-record'
import { admin, counts, id, listed, team } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const rows = [listed(), listed({ id: id(2), client_first_name: 'Ana', client_last_name: 'Bennett' })]
const auditor = admin({ id: id(42), first_name: 'Rita', last_name: 'Sousa', role: 'auditor' })

beforeEach(() => {
  signIn()
  server.use(
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.get(at('clients'), () => HttpResponse.json(rows, { headers: { 'X-Total-Count': '2' } })),
    http.get(at('admin/list'), () => HttpResponse.json([admin(), lee, auditor])),
    http.get(at('teams'), () => HttpResponse.json([team()])),
  )
})

async function selectFirst() {
  const user = renderApp('/admin/clients')
  await screen.findByRole('row', { name: /Alvarez/ })
  await user.click(screen.getByRole('button', { name: 'Select' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Maria Alvarez' }))
  return user
}
const handOverDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('selected clients', () => {
  test('given some, when they are handed over to an owner, then that alone is sent, and a toast says how many @full', async () => {
    const bodies = answer('post', 'clients/hand-over', () => HttpResponse.json({ clients: 1 }))
    const user = await selectFirst()
    expect(screen.getByText('1 selected')).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Hand over' }))
    const dialog = await handOverDialog('Hand over 1 client')
    expect(dialog.getByRole('button', { name: 'Hand over' })).toBeDisabled()
    await dialog.findByRole('option', { name: 'Lee Ortiz' })
    expect(dialog.queryByRole('option', { name: 'Rita Sousa' })).not.toBeInTheDocument()
    await user.selectOptions(dialog.getByLabelText('Owner'), 'Lee Ortiz')
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Hand over' }))
    expect(await screen.findByText('1 client handed over.')).toBeInTheDocument()
    expect(bodies).toEqual([{ client_ids: [id(1)], owner_id: lee.id }])
    expect(screen.queryByRole('checkbox', { name: /^Select/ })).not.toBeInTheDocument()
  })

  test('given a whole page, when it gets a team and no owner, then both are sent @full', async () => {
    const bodies = answer('post', 'clients/hand-over', () => HttpResponse.json({ clients: 2 }))
    const user = await selectFirst()
    await user.click(screen.getByRole('button', { name: 'Select this page' }))
    await user.click(screen.getByRole('button', { name: 'Hand over' }))
    const dialog = await handOverDialog('Hand over 2 clients')
    await user.selectOptions(dialog.getByLabelText('Owner'), 'Nobody')
    await user.selectOptions(await dialog.findByLabelText('Team'), 'Hialeah')
    await user.click(dialog.getByRole('button', { name: 'Hand over' }))
    await waitFor(() => expect(bodies).toEqual([{ client_ids: [id(1), id(2)], owner_id: null, team_id: id(70) }]))
  })

  test('given a refusal, when they are handed over, then the dialog says why and stays, and the next one starts without it @full', async () => {
    answer('post', 'clients/hand-over', () => refused(409, 'WRONG_STATE'))
    const user = await selectFirst()
    await user.click(screen.getByRole('button', { name: 'Hand over' }))
    const dialog = await handOverDialog('Hand over 1 client')
    await dialog.findByRole('option', { name: 'Lee Ortiz' })
    await user.selectOptions(dialog.getByLabelText('Owner'), 'Lee Ortiz')
    await user.click(dialog.getByRole('button', { name: 'Hand over' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('The rules forbid it.')
    await user.selectOptions(dialog.getByLabelText('Owner'), 'Keep the owners')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Ana Bennett' }))
    await user.click(screen.getByRole('button', { name: 'Hand over' }))
    const next = await handOverDialog('Hand over 2 clients')
    expect(next.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('given a row, when → and Space are pressed, then it is selected by keyboard @full', async () => {
    const user = await selectFirst()
    screen.getByRole('link', { name: 'Ana Bennett' }).focus()
    await user.keyboard('{ArrowRight} ')
    expect(screen.getByText('2 selected')).toBeInTheDocument()
  })

  test('given a selected client, when a filter hides it, then the bar says that it is not on this page', async () => {
    const user = await selectFirst()
    server.use(http.get(at('clients'), () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })))
    await user.click(screen.getByRole('button', { name: /^Cancelled/ }))
    expect(await screen.findByText('1 selected, 1 not on this page')).toBeInTheDocument()
  })

  test('given an auditor, when the list shows, then nothing can be selected', async () => {
    signIn('auditor')
    renderApp('/admin/clients')
    await screen.findByRole('row', { name: /Alvarez/ })
    expect(screen.queryByRole('button', { name: 'Select' })).not.toBeInTheDocument()
  })

  test('given an assistant, when clients are selected, then they are changed, and not handed over @full', async () => {
    signIn('assistant')
    await selectFirst()
    expect(screen.getByRole('button', { name: 'Change' })).toBeEnabled()
    expect(screen.queryByRole('button', { name: 'Hand over' })).not.toBeInTheDocument()
  })
})

describe('a change of selected clients', () => {
  const selection = (changes: object) => ({
    id: id(90),
    action: { kind: 'status', value: 'inactive' },
    sentence: 'Set the status of 2 clients to inactive.',
    ...{ state: 'planned', total: 2, done: 0, counts: {}, fault: null, created_at: '2026-02-28T12:00:00.000Z' },
    ...changes,
  })

  test('[BK-26] given all that match, when a change is planned, started and undone, then the screen says what happens to how many, and who was left @full', async () => {
    let shown = selection({})
    const plans = answer('post', 'client-selections', () => HttpResponse.json(shown, { status: 201 }))
    const ends = (path: string, changes: object) =>
      http.post(at(`client-selections/${id(90)}/${path}`), () => {
        shown = selection(changes)
        return HttpResponse.json(shown)
      })
    server.use(
      http.get(at('tags'), () => HttpResponse.json({ tags: ['VIP'] })),
      http.get(at(`client-selections/${id(90)}`), () => HttpResponse.json(shown)),
      http.get(at(`client-selections/${id(90)}/rows`), () =>
        HttpResponse.json({
          rows: [{ client_id: id(1), name: 'Ana Bennett', result: 'kept', reason: 'was changed since' }],
        }),
      ),
      ends('run', { state: 'done', done: 2, counts: { changed: 2 } }),
      ends('undo', { state: 'undone', done: 2, counts: { undone: 1, kept: 1 } }),
    )
    const user = renderApp('/admin/clients?status=active&q=be')
    await screen.findByRole('row', { name: /Alvarez/ })
    await user.click(screen.getByRole('button', { name: 'Select' }))
    await user.click(screen.getByRole('button', { name: 'All that match' }))
    expect(screen.getByText(/^All \d+ that match$/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Hand over' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change clients' }))
    await user.selectOptions(dialog.getByLabelText('Status'), 'inactive')
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Set the status of 2 clients to inactive.')).toBeVisible()
    const part = screen.getByText('Set the status of 2 clients to inactive.').closest('[tabindex]')
    expect(part).toHaveFocus()
    expect(plans).toEqual([{ filter: { q: 'be', status: 'active' }, action: { kind: 'status', value: 'inactive' } }])
    expect(screen.getByRole('button', { name: 'Change' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Start' }))
    expect(await screen.findByText(/Done: 2 changed\./)).toBeVisible()
    expect(part).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Change' })).toBeEnabled()
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await screen.findByRole('heading', { name: 'Admin Dashboard' })
    await user.click(screen.getByRole('link', { name: 'Clients' }))
    const last = within(await screen.findByRole('region', { name: 'Last change' }))
    expect(await last.findByText(/Done: 2 changed\./)).toBeVisible()
    expect(sessionStorage).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/Undone: 1 as before, 1 kept\./)).toBeVisible()
    const left = within(await screen.findByRole('list', { name: 'Clients that were left' }))
    expect(left.getByRole('link', { name: 'Ana Bennett' })).toBeVisible()
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(screen.queryByRole('region', { name: 'Last change' })).not.toBeInTheDocument()
    expect(sessionStorage).toHaveLength(0)
  })

  test('given a job that runs for a while, when it ends, then the list shows what it has changed @full', async () => {
    let shown = selection({})
    let name = 'Alvarez'
    server.use(
      http.get(at('tags'), () => HttpResponse.json({ tags: [] })),
      http.get(at('clients'), () =>
        HttpResponse.json([listed({ client_last_name: name })], { headers: { 'X-Total-Count': '1' } }),
      ),
      http.post(at('client-selections'), () => HttpResponse.json(shown, { status: 201 })),
      http.post(at(`client-selections/${id(90)}/run`), () => {
        shown = selection({ state: 'running', done: 1 })
        return HttpResponse.json(shown)
      }),
      http.get(at(`client-selections/${id(90)}`), () => {
        const answered = HttpResponse.json(shown)
        if (shown.state === 'running') {
          shown = selection({ state: 'done', done: 2, counts: { changed: 2 } })
          name = 'Changed'
        }
        return answered
      }),
      http.get(at(`client-selections/${id(90)}/rows`), () => HttpResponse.json({ rows: [] })),
    )
    const user = await selectFirst()
    await user.click(screen.getByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change clients' }))
    await user.selectOptions(dialog.getByLabelText('Change'), 'Set the next follow-up')
    await user.type(dialog.getByLabelText('Next follow-up'), '1/2/2020')
    expect(dialog.getByText('It is in the past: they are overdue at once.')).toBeVisible()
    await user.selectOptions(dialog.getByLabelText('Change'), 'Set the status')
    await user.selectOptions(dialog.getByLabelText('Status'), 'inactive')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await user.click(await screen.findByRole('button', { name: 'Start' }))

    expect(await screen.findByText(/Done: 2 changed\./)).toBeVisible()
    expect(await screen.findByRole('row', { name: /Changed/ })).toBeVisible()
  })

  test('[BK-34] given a preset and a way to send, when sessions are planned and started, then the screen says how many were started, and who was not reached @full', async () => {
    const action = { kind: 'start_session', value: id(50), send: { link: 'email', passcode: 'text' } }
    let shown = selection({ action, sentence: 'Start a session with the forms of Renewal for 1 client.', total: 1 })
    const plans = answer('post', 'client-selections', () => HttpResponse.json(shown, { status: 201 }))
    const preset = { name: 'Renewal', session_type: null, created_at: '2026-02-28T12:00:00.000Z', version: 1 }
    const reason = 'The client’s record has no usable email address.'
    server.use(
      http.get(at('form-presets'), () =>
        HttpResponse.json([
          { ...preset, id: id(50), form_ids: [id(51)] },
          { ...preset, id: id(52), name: 'Empty', form_ids: [] },
        ]),
      ),
      http.get(at(`client-selections/${id(90)}`), () => HttpResponse.json(shown)),
      http.get(at(`client-selections/${id(90)}/rows`), () =>
        HttpResponse.json({ rows: [{ client_id: id(1), name: 'Ana Bennett', result: 'failed', reason }] }),
      ),
      http.post(at(`client-selections/${id(90)}/run`), () => {
        shown = selection({ action, state: 'done', total: 3, done: 3, counts: { changed: 2, failed: 1 } })
        return HttpResponse.json(shown)
      }),
    )
    const user = await selectFirst()
    await user.click(screen.getByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change clients' }))
    await user.selectOptions(dialog.getByLabelText('Change'), 'Start sessions from a preset')
    await dialog.findByRole('option', { name: 'Renewal' })
    expect(dialog.queryByRole('option', { name: 'Empty' })).not.toBeInTheDocument()
    await user.selectOptions(dialog.getByLabelText('Preset'), 'Renewal')
    await user.selectOptions(dialog.getByLabelText('Send'), 'Link by email, passcode by text message')
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await user.click(await screen.findByRole('button', { name: 'Start' }))
    expect(plans).toEqual([{ client_ids: [id(1)], action }])
    expect(await screen.findByText(/Done: 2 started, 1 failed\./)).toBeVisible()
    expect(await screen.findByText(/failed, The client’s record has no usable email address\./)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('button', { name: 'Change' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })
})
