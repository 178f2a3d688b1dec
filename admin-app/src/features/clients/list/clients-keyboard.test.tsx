import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { client, counts, id, listed } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'
import { typeSteadily } from '../../../testing/type-steadily'
import { useListPlace } from './list-place'

const names = ['Ana', 'Bea', 'Cleo']
const people = names.map((name, index) => listed({ id: id(index + 1), client_first_name: name }))

beforeEach(() => {
  signIn()
  server.use(
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.get(at('clients'), () => HttpResponse.json(people, { headers: { 'X-Total-Count': '3' } })),
  )
})

const link = (name: string) => screen.getByRole('link', { name: `${name} Alvarez` })

async function openList(search = '') {
  const user = renderApp(`/admin/clients${search}`)
  await screen.findByRole('link', { name: 'Ana Alvarez' })
  return user
}

describe('the rows by keyboard', () => {
  test('given rows, when tabbing, then they are one tab stop, at the last visited row', async () => {
    const user = await openList()
    const lastHeading = within(screen.getByRole('table')).getByRole('button', { name: 'Status' })
    lastHeading.focus()
    await user.tab()
    expect(link('Ana')).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    await user.tab({ shift: true })
    expect(lastHeading).toHaveFocus()
    await user.tab()
    expect(link('Bea')).toHaveFocus()
    await user.tab()
    expect(document.activeElement?.closest('table')).toBeNull()
  })

  test('given a row, when keys are pressed, then the focus follows them and stays at the ends @full', async () => {
    const user = await openList()
    link('Ana').focus()
    for (const [key, name] of [
      ['ArrowUp', 'Ana'],
      ['ArrowDown', 'Bea'],
      ['End', 'Cleo'],
      ['ArrowDown', 'Cleo'],
      ['ArrowUp', 'Bea'],
      ['Home', 'Ana'],
    ] as const) {
      await user.keyboard(`{${key}}`)
      expect(link(name)).toHaveFocus()
    }
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(screen.getByRole('button', { name: 'Edit client Bea Alvarez' })).toHaveFocus()
    await user.keyboard('{ArrowRight}{ArrowLeft}')
    expect(link('Bea')).toHaveFocus()
    await user.keyboard('{Control>}{End}{/Control}')
    expect(link('Bea')).toHaveFocus()
  })

  test('given several pages, when going below the last row, then the first row of the next page has the focus', async () => {
    const pages: (string | null)[] = []
    server.use(
      http.get(at('clients'), ({ request }) => {
        pages.push(new URL(request.url).searchParams.get('offset'))
        const rows = pages.at(-1) === '0' ? people : [listed({ id: id(51), client_first_name: 'Zoe' })]
        return HttpResponse.json(rows, { headers: { 'X-Total-Count': '51' } })
      }),
    )
    vi.stubGlobal('scrollTo', vi.fn())
    const user = await openList()
    link('Ana').focus()
    await user.keyboard('{End}')
    expect(link('Cleo')).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(link('Zoe')).toHaveFocus())
    await user.keyboard('{ArrowDown}')
    expect(link('Zoe')).toHaveFocus()
    expect(pages).toEqual(['0', '50'])
  })

  test('given the page, when / is pressed, then the search has the focus, but not while typing or in a dialog @full', async () => {
    const user = await openList('?q=an')
    const search = screen.getByRole('searchbox')
    expect(search).toHaveAttribute('aria-keyshortcuts', '/')
    await user.keyboard('/')
    expect(search).toHaveFocus()
    expect(search).toHaveValue('an')
    await user.keyboard('{End}/')
    expect(search).toHaveValue('an/')

    await user.click(screen.getByRole('button', { name: '+ client' }))
    await screen.findByRole('dialog', { name: 'Add Client' })
    screen.getByRole('button', { name: 'Close' }).focus()
    await user.keyboard('/')
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  })
})

describe('coming back from a client', () => {
  beforeEach(() => {
    server.use(
      http.get(at(`clients/${id(2)}`), () => HttpResponse.json(client({ id: id(2), client_first_name: 'Bea' }))),
    )
  })

  async function openBea(search: string) {
    const scrollTo = vi.fn()
    vi.stubGlobal('scrollTo', scrollTo)
    const user = await openList(search)
    vi.stubGlobal('scrollY', 420)
    link('Ana').focus()
    await user.keyboard('{ArrowDown}{Enter}')
    await screen.findByRole('heading', { name: 'Bea Alvarez', level: 1 })
    vi.stubGlobal('scrollY', 0)
    return { user, scrollTo }
  }

  test.each(['the link of the page', 'the button of the browser'])(
    'given a page of the list, when leaving a client by %s, then the same page, row and scroll @full',
    async (way) => {
      const { user, scrollTo } = await openBea('?q=al&page=2')
      if (way === 'the link of the page') await user.click(screen.getByRole('link', { name: 'Back to clients' }))
      else window.history.back()

      await waitFor(() => expect(link('Bea')).toHaveFocus())
      expect(window.location.search).toBe('?q=al&page=2')
      expect(scrollTo).toHaveBeenLastCalledWith({ top: 420, behavior: 'instant' })
    },
  )

  test('given a client, when the list is opened from the navigation, then it starts at the top @full', async () => {
    const { user, scrollTo } = await openBea('?page=2')
    await user.click(screen.getByRole('link', { name: 'Clients' }))

    await screen.findByRole('link', { name: 'Bea Alvarez' })
    expect(window.location.search).toBe('')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Clients' })).toHaveFocus())
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' })
  })

  test('given a client, when logging out, then the state of the list is forgotten @full', async () => {
    server.use(http.post(at('admin/logout'), () => new HttpResponse(null, { status: 204 })))
    const { user } = await openBea('?q=al')
    expect(useListPlace.getState().place?.search).toBe('?q=al')
    await user.click(screen.getByRole('button', { name: 'Logout' }))

    await screen.findByRole('heading', { name: 'Staff login' })
    expect(useListPlace.getState().place).toBeNull()
  })
})

describe('what narrows the list', () => {
  test('given a follow-up filter in the address, when it is removed, then the list and the address are updated @full', async () => {
    const asked: URLSearchParams[] = []
    server.use(
      http.get(at('clients'), ({ request }) => {
        asked.push(new URL(request.url).searchParams)
        return HttpResponse.json(people, { headers: { 'X-Total-Count': '3' } })
      }),
    )
    vi.setSystemTime(new Date(2026, 10, 21, 23))
    signIn()
    const user = await openList('?follow_up=overdue&sort=next_f_u_date')
    expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({ follow_up: 'overdue', date: '2026-11-21' })
    await user.click(screen.getByRole('button', { name: /^Unpaid/ }))
    await waitFor(() => expect(window.location.search).toContain('follow_up=overdue'))
    await user.click(screen.getByRole('button', { name: 'Overdue follow-ups, remove filter' }))

    await waitFor(() => expect(window.location.search).toBe('?status=unpaid&sort=next_f_u_date'))
    expect(asked.at(-1)?.has('follow_up')).toBe(false)
    expect(asked.at(-1)?.has('date')).toBe(false)
    vi.useRealTimers()
  })

  test('[CL-05] given a pending search, when a newer one starts, then the older one is cancelled @full', async () => {
    const cancelled: (string | null)[] = []
    server.use(
      http.get(at('clients'), async ({ request }) => {
        const q = new URL(request.url).searchParams.get('q')
        if (q === 'an')
          await new Promise((resolve) => {
            request.signal.addEventListener('abort', () => {
              cancelled.push(q)
              resolve(null)
            })
          })
        return HttpResponse.json(people, { headers: { 'X-Total-Count': '3' } })
      }),
    )
    await openList()
    typeSteadily(screen.getByRole('searchbox'), 'an')
    await waitFor(() => expect(window.location.search).toBe('?q=an'))
    expect(cancelled).toEqual([])
    typeSteadily(screen.getByRole('searchbox'), 'a')

    await waitFor(() => expect(cancelled).toEqual(['an']))
    await waitFor(() => expect(window.location.search).toBe('?q=ana'))
  })
})
