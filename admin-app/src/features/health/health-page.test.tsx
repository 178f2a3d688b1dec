import type { HealthEntry } from '@agency/contract/health'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { id } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const entry = (changes: Partial<HealthEntry> = {}): HealthEntry => ({
  id: 'database',
  title: 'Database',
  state: 'ok',
  message: 'The database answers.',
  at: '2026-11-20T05:00:00.000Z',
  ...changes,
})
const expired = entry({ id: 'seal-certificate', title: 'Seal certificate', state: 'failing', message: 'It expired.' })
const disk = entry({ id: 'disk', title: 'Free disk space', state: 'warning', message: 'Only 9 % is free.' })

const answerWith = (...entries: HealthEntry[]) =>
  server.use(http.get(at('health-report'), () => HttpResponse.json(entries)))

beforeEach(() => {
  signIn()
})

describe('the page of the health checks', () => {
  test('given a result that names a setting, when it shows, then the page says what a setting is @full', async () => {
    answerWith(entry({ state: 'warning', message: 'Nothing is backed up. Set the setting BACKUP_TO.' }))
    renderApp('/admin/health')
    expect(await screen.findByText(/line of the settings file of the server/)).toBeInTheDocument()
  })

  test('given a role that may not read them, when it shows, then it says so, and offers no second try', async () => {
    server.use(
      http.get(at('health-report'), () => HttpResponse.json({ code: 'FORBIDDEN', message: '' }, { status: 403 })),
    )
    renderApp('/admin/health')
    expect(
      await screen.findByText('Your access level does not allow you to see the health checks.'),
    ).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })

  test('given checks, when it shows, then the worst is first, each with its state in words, its result and its time', async () => {
    answerWith(entry(), disk, expired)
    renderApp('/admin/health')

    expect(await screen.findByRole('heading', { name: 'Health' })).toBeInTheDocument()
    const rows = (await screen.findAllByRole('row')).slice(1)
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      'Seal certificate',
      'Free disk space',
      'Database',
    ])
    const cells = rows.map((row) => within(row).getAllByRole('cell'))
    expect(cells.map(([state]) => state?.textContent)).toEqual(['Failing', 'Needs attention', 'OK'])
    expect(cells.map(([, result]) => result?.textContent)).toEqual([
      'It expired.',
      'Only 9 % is free.',
      'The database answers.',
    ])
    expect(cells[0]?.[2]?.textContent).toMatch(/^Nov (19|20), 2026, /)
    expect(screen.getByRole('status')).toHaveTextContent('Of 3 checks, 1 is failing and 1 needs attention.')
    expect(screen.queryByText(/settings file/)).not.toBeInTheDocument()
    expect(document.title).toBe('Health · Harbor Insurance')
    expect(await violations()).toEqual([])
  })

  test('given missing and damaged files, when it shows, then each is listed with a link to the record that uses it', async () => {
    answerWith(entry({ id: 'files', title: 'Stored files', state: 'failing', message: '1 stored file is missing.' }))
    const finding = (changes: object) => ({
      found_at: '2026-11-20T05:00:00.000Z',
      state: 'missing',
      used_in: [],
      ...changes,
    })
    const document = { kind: 'document', id: id(50), client_id: id(1), session_id: null }
    const form = { kind: 'form', id: id(60), client_id: null, session_id: null }
    server.use(
      http.get(at('file-findings'), () =>
        HttpResponse.json([
          finding({ file_id: id(90), used_in: [document] }),
          finding({ file_id: id(91), state: 'damaged', used_in: [form] }),
          finding({ file_id: id(92) }),
        ]),
      ),
    )
    renderApp('/admin/health')

    const table = within(await screen.findByRole('table', { name: 'Missing and damaged files' }))
    expect(table.getByRole('link', { name: 'Uploaded file of a client' })).toHaveAttribute(
      'href',
      `/admin/clients/${id(1)}`,
    )
    expect(table.getByRole('link', { name: 'Form of the library' })).toHaveAttribute('href', '/admin/forms')
    expect(table.getByText('Damaged')).toBeInTheDocument()
    expect(table.getByText('No record')).toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('given checks that all pass, when refreshed and one fails, then that shows', async () => {
    answerWith(entry(), entry({ id: 'disk' }))
    const user = renderApp('/admin/health')
    expect(await screen.findByText('All 2 checks passed.')).toBeInTheDocument()

    answerWith(entry(), expired)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))

    expect(await screen.findByText('It expired.')).toBeInTheDocument()
  })

  test('given a refresh that fails, when it is over, then what was found before stays, and a notice says so', async () => {
    answerWith(entry())
    const user = renderApp('/admin/health')
    await screen.findByRole('table', { name: 'Health checks' })
    server.use(http.get(at('health-report'), () => HttpResponse.json({}, { status: 500 })))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))

    expect(await screen.findByRole('alert')).toHaveTextContent('could not be refreshed')
    expect(screen.getByText('The database answers.')).toBeInTheDocument()
  })

  test('given a report that cannot be loaded, when it is asked for again, then it shows', async () => {
    let failing = true
    server.use(
      http.get(at('health-report'), () =>
        failing ? HttpResponse.json({}, { status: 500 }) : HttpResponse.json([entry()]),
      ),
    )
    const user = renderApp('/admin/health')
    expect(await screen.findByRole('alert')).toHaveTextContent('The health checks could not be loaded.')
    failing = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))

    expect(await screen.findByRole('table', { name: 'Health checks' })).toBeInTheDocument()
  })

  test('given no checks, when it shows, then it says so', async () => {
    answerWith()
    renderApp('/admin/health')

    expect(await screen.findByText('There are no health checks.')).toBeInTheDocument()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })

  test('given the list of admins, when Health is pressed, then the page shows', async () => {
    server.use(http.get(at('admin/list'), () => HttpResponse.json([])))
    const user = renderApp('/admin/manage')
    await user.click(await screen.findByRole('link', { name: 'Health' }))

    const heading = await screen.findByRole('heading', { name: 'Health' })
    await waitFor(() => expect(heading).toHaveFocus())
    await waitFor(() => expect(window.location.pathname).toBe('/admin/health'))
  })
})
