import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { serveClient } from '../../../testing/client-record'
import { admin, client, id, team } from '../../../testing/fixtures'
import { holdAnswer } from '../../../testing/held-answer'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const path = `/admin/clients/${id(1)}`
const facts = async () => within(await screen.findByRole('list', { name: 'Client at a glance' }))

beforeEach(() => {
  signIn()
  server.use(
    http.get(at('admin/list'), () =>
      HttpResponse.json([admin(), admin({ id: id(41), username: 'carl', first_name: 'Carl', last_name: 'Ruiz' })]),
    ),
  )
  vi.setSystemTime(new Date(2026, 10, 21, 12))
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the header of a record', () => {
  test('[OF-01] given a client, when the record opens, then the header says who it is, what is due and how to reach them @full', async () => {
    serveClient(
      client({
        owner_id: id(40),
        next_f_u_date: '2026-11-20',
        primary_phone: '13055550187',
        primary_email: 'maria@example.com',
      }),
    )
    renderApp(path)
    const header = await facts()
    expect(await header.findByText('Dana Reyes')).toBeInTheDocument()

    expect(screen.getByRole('heading', { level: 1, name: 'Maria Alvarez' })).toBeInTheDocument()
    expect(header.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Statusactive',
      expect.stringMatching(/^Next follow-upNovember 20, 2026 \(1 day ago\) Overdue$/),
      ' 305-555-0187',
      ' maria@example.com',
      'OwnerDana Reyes',
    ])
    expect(header.getByRole('link', { name: 'Call 305-555-0187' })).toHaveAttribute('href', 'tel:+13055550187')
    expect(header.getByRole('link', { name: 'Email maria@example.com' })).toHaveAttribute(
      'href',
      'mailto:maria@example.com',
    )
    expect(screen.getByRole('button', { name: 'Start New Session' })).toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('given staff and teams that are answered late, when they arrive, then all that could be pressed keeps its place @full', async () => {
    const held = holdAnswer()
    server.use(
      http.get(at('admin/list'), async () => {
        await held.hold()
        return HttpResponse.json([admin()])
      }),
      http.get(at('teams'), async () => {
        await held.hold()
        return HttpResponse.json([team()])
      }),
    )
    serveClient(client({ owner_id: id(40), primary_phone: '3055550187', primary_email: 'maria@example.com' }))
    renderApp(path)
    const header = await facts()
    const texts = () => header.getAllByRole('listitem').map(({ textContent }) => textContent)
    const early = texts()
    expect(early.at(-1)).toBe('OwnerLoading the owner')
    expect(header.queryByText('Nobody')).not.toBeInTheDocument()
    expect(header.queryByRole('button', { name: 'Change Owner' })).not.toBeInTheDocument()

    held.release()
    expect(await header.findByRole('button', { name: 'Change Team' })).toBeInTheDocument()
    expect(await header.findByRole('button', { name: 'Change Owner' })).toBeInTheDocument()
    expect(texts()).toEqual([...early.slice(0, -1), 'OwnerDana Reyes', 'TeamNone'])
  })

  test('given a list of staff that fails, when the header shows, then the owner is unknown until it is loaded again @full', async () => {
    server.use(http.get(at('admin/list'), () => HttpResponse.json({}, { status: 500 }), { once: true }))
    serveClient(client({ owner_id: id(40) }))
    const user = renderApp(path)
    const header = await facts()
    expect(await header.findByText('Unknown')).toBeInTheDocument()
    expect(header.queryByText('Nobody')).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(header.getByRole('button', { name: 'Try again to load the owner' }))

    expect(await header.findByText('Dana Reyes')).toBeInTheDocument()
  })

  test('given teams, when the client’s is changed in place, then it is saved, and nothing else @full', async () => {
    server.use(http.get(at('teams'), () => HttpResponse.json([team()])))
    serveClient(client())
    const bodies: unknown[] = []
    server.use(
      http.put(at(`clients/${id(1)}/owner`), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(client({ team_id: id(70), version: 4 }))
      }),
    )
    const user = renderApp(path)
    const header = await facts()
    await user.click(await header.findByRole('button', { name: 'Change Team' }))
    await user.selectOptions(header.getByRole('combobox', { name: 'Team' }), 'Hialeah')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Team saved.')).toBeInTheDocument()
    expect(bodies).toEqual([{ team_id: id(70) }])
  })

  test('[OF-01] given a follow-up that is not over, when the header shows it, then it is not marked @full', async () => {
    serveClient(client({ next_f_u_date: '2026-11-21' }))
    renderApp(path)

    expect((await facts()).getByText(/^November 21, 2026/)).toBeInTheDocument()
    expect(screen.queryByText('Overdue')).not.toBeInTheDocument()
  })

  test('[OF-01] given the header, when status and follow-up are changed in place, then both are saved @full', async () => {
    const puts = serveClient(client())
    const user = renderApp(path)
    const header = await facts()
    await user.click(header.getByRole('button', { name: 'Change Status' }))
    await user.selectOptions(header.getByRole('combobox', { name: 'Status' }), 'unpaid')
    await user.keyboard('{Enter}')
    // The editor, which has the same texts, is closed when its button is back.
    const changeStatus = await header.findByRole('button', { name: 'Change Status' })
    await waitFor(() => expect(changeStatus).toHaveFocus())
    expect(header.getByText('unpaid')).toBeInTheDocument()

    await user.click(header.getByRole('button', { name: 'Change Next Follow-Up' }))
    await user.keyboard('12/4/2026{Enter}')
    expect(await header.findByText(/^December 4, 2026/)).toBeInTheDocument()
    expect(puts.map(({ version, body }) => [version, body.status, body.next_f_u_date])).toEqual([
      ['"3"', 'unpaid', null],
      ['"4"', 'unpaid', '2026-12-04'],
    ])
  })

  test('[OF-01] given the owner, when another is chosen in place, then that is saved over the version and can be undone @full', async () => {
    const sent: unknown[] = []
    let stored = client({ owner_id: id(40) })
    server.use(
      http.get(at(`clients/${id(1)}`), () => HttpResponse.json(stored)),
      http.put<never, { owner_id: string | null }>(at(`clients/${id(1)}/owner`), async ({ request }) => {
        const { owner_id } = await request.json()
        sent.push([request.headers.get('If-Match'), owner_id])
        stored = { ...stored, owner_id, version: stored.version + 1, next_f_u_date: '2026-12-04' }
        return HttpResponse.json(stored)
      }),
    )
    const user = renderApp(path)
    const header = await facts()
    expect(await header.findByText('Dana Reyes')).toBeInTheDocument()
    await user.click(await header.findByRole('button', { name: 'Change Owner' }))
    await user.selectOptions(header.getByRole('combobox', { name: 'Owner' }), 'Carl Ruiz')
    const proposals = holdAnswer()
    server.use(
      http.get(at(`clients/${id(1)}/proposals`), async () => {
        await proposals.hold()
        return HttpResponse.json({ success: true, proposals: [] })
      }),
    )
    await user.keyboard('{Enter}')
    // The new record is shown before the save is over.
    await header.findByText(/^December 4, 2026/)
    proposals.release()
    const changeOwner = await header.findByRole('button', { name: 'Change Owner' })
    await waitFor(() => expect(changeOwner).toHaveFocus())
    expect(header.getByText('Carl Ruiz')).toBeInTheDocument()

    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await header.findByText('Dana Reyes')).toBeInTheDocument()
    expect(sent).toEqual([
      ['"3"', id(41)],
      ['"4"', id(40)],
    ])
  })

  test('[OF-01] given an owner that someone else has changed, when another is saved, then a message says so and the record shows the new one @full', async () => {
    serveClient(client())
    const user = renderApp(path)
    const header = await facts()
    await user.click(await header.findByRole('button', { name: 'Change Owner' }))
    await user.selectOptions(header.getByRole('combobox', { name: 'Owner' }), 'Carl Ruiz')
    const current = client({ owner_id: id(40), version: 4 })
    server.use(
      http.get(at(`clients/${id(1)}`), () => HttpResponse.json(current)),
      http.put(at(`clients/${id(1)}/owner`), () =>
        HttpResponse.json({ code: 'EDIT_CONFLICT', message: 'changed', current }, { status: 409 }),
      ),
    )
    await user.click(header.getByRole('button', { name: 'Save' }))
    const question = await screen.findByRole('alertdialog', { name: /someone else has just changed the owner/ })
    await user.click(within(question).getByRole('button', { name: 'OK' }))
    await user.click(await header.findByRole('button', { name: 'Cancel' }))
    expect(await header.findByText('Dana Reyes')).toBeInTheDocument()
  })

  test('[BK-26] given tags, when one is removed and one added in place, then each is sent, and the header has the answer @full', async () => {
    serveClient(client())
    let tags = ['VIP']
    const bodies: unknown[] = []
    server.use(
      http.get(at('clients/:id/tags'), () => HttpResponse.json({ tags })),
      http.put(at('clients/:id/tags'), async ({ request }) => {
        bodies.push(await request.json())
        tags = [[], ['VIP'], ['VIP', 'New']][bodies.length - 1] ?? []
        return HttpResponse.json({ tags })
      }),
    )
    const user = renderApp(path)
    await user.click(await screen.findByRole('button', { name: 'Remove the tag VIP' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove the tag VIP' })).not.toBeInTheDocument())
    const opener = screen.getByRole('button', { name: 'Add a tag' })
    expect(opener).toHaveFocus()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: 'Remove the tag VIP' })).toBeVisible()
    await user.click(opener)
    await user.keyboard('New{Tab}{Enter}')
    expect(await screen.findByRole('button', { name: 'Remove the tag New' })).toBeVisible()
    const typed = screen.getByRole('combobox', { name: 'New tag' })
    expect(typed).toHaveFocus()
    expect(typed).toHaveValue('')
    expect(bodies).toEqual([{ remove: ['VIP'] }, { add: ['VIP'] }, { add: ['New'] }])
    expect(await violations()).toEqual([])
    await user.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: 'Add a tag' })).toHaveFocus()
  })

  test('[OF-01] given the menu, when an entry is chosen, then it closes, and Esc gives the focus back @full', async () => {
    serveClient(client())
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    const user = renderApp(path)
    const menu = await screen.findByRole('button', { name: 'More actions' })
    await user.click(menu)
    expect(menu).toHaveAttribute('aria-expanded', 'true')
    await user.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Print' })).not.toBeInTheDocument()

    await user.click(menu)
    await user.tab()
    expect(screen.getByRole('button', { name: 'Activity' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(menu).toHaveFocus()
    expect(menu).toHaveAttribute('aria-expanded', 'false')
  })
})

describe('the sections of a record', () => {
  test('[OF-03] given few facts, when the record opens, then work comes first and the empty sections are one line @full', async () => {
    serveClient(client({ primary_phone: '3055550187', bank_name: 'Coastal' }))
    const user = renderApp(path)
    const toggle = await screen.findByRole('button', { name: '11 empty sections' })
    const titles = () => {
      const all = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
      // It arrives after the record.
      return all.filter((title) => title !== 'Activity')
    }
    const shown = ['Notes', 'Sessions', 'Documents', 'Policies', 'Contact Information', 'Bank Information']
    expect(titles()).toEqual(shown)
    expect(await violations()).toEqual([])

    await user.click(toggle)
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    expect(titles()).toHaveLength(17)
    expect(titles().slice(0, 7)).toEqual([...shown, 'Personal Information'])
    const line = within(screen.getByRole('region', { name: 'Card Information' }))
    expect(line.getByRole('button', { name: 'Edit Card Information' })).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(toggle)
    await waitFor(() => expect(titles()).toEqual(shown))
  })

  test('[OF-03] given an empty section, when its first value is saved, then it becomes a card, whose Edit button has the focus @full', async () => {
    serveClient(client())
    const user = renderApp(path)
    await user.click(await screen.findByRole('button', { name: '13 empty sections' }))
    await user.click(screen.getByRole('button', { name: 'Edit Bank Information' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Edit Bank Information' }))
    await user.type(modal.getByLabelText('Bank Name'), 'Coastal')
    await user.click(await modal.findByRole('button', { name: 'Save' }))

    expect(await screen.findByRole('button', { name: '12 empty sections' })).toBeInTheDocument()
    expect(await screen.findByText('Coastal')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Bank Information' })).toHaveFocus())
  })
})
