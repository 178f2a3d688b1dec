import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { answer, lee, refused } from '../../testing/admin-record'
import { admin, id, team } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

beforeEach(() => {
  signIn()
  server.use(
    http.get(at('admin/list'), () => HttpResponse.json([admin(), lee])),
    http.get(at('teams'), () => HttpResponse.json([team()])),
  )
})

const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }))

describe('the teams of staff', () => {
  test('given teams, when a power admin reads the staff, then each has its members @full', async () => {
    renderApp('/admin/teams')
    expect(await (await rowOf(/Hialeah/)).findByText('Dana Reyes')).toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('given no teams, when a power admin reads the staff, then it says what they are for @full', async () => {
    server.use(http.get(at('teams'), () => HttpResponse.json([])))
    renderApp('/admin/teams')
    expect(await screen.findByText(/^No teams yet/)).toBeInTheDocument()
  })

  test('given a standard admin, when they open the teams, then it says that they may not @full', async () => {
    signIn('standard')
    renderApp('/admin/teams')
    expect(await screen.findByText(/does not allow you to change teams/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Add Team' })).not.toBeInTheDocument()
  })

  test('given a new team, when its name is taken, then the field says so; with another one it is sent @full', async () => {
    const taken = () => refused(400, 'INVALID_INPUT', [{ field: 'name', message: 'is taken; choose another' }])
    const refusals = answer('post', 'teams', taken)
    const user = renderApp('/admin/teams')
    await user.click(await screen.findByRole('button', { name: 'Add Team' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add team' }))
    await user.type(dialog.getByLabelText('Name'), 'Doral')
    await user.click(await dialog.findByRole('checkbox', { name: 'Lee Ortiz' }))
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/is taken/)).toBeInTheDocument()
    expect(refusals).toEqual([{ name: 'Doral', members: [lee.id] }])

    const bodies = answer('post', 'teams', () => HttpResponse.json(team(), { status: 201 }))
    await user.type(dialog.getByLabelText('Name'), ' 2')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(bodies).toEqual([{ name: 'Doral 2', members: [lee.id] }])
  })

  test('given a team, when somebody is taken out of it, then that is sent @full', async () => {
    const bodies = answer('put', `teams/${id(70)}`, () => HttpResponse.json(team({ members: [] })))
    const user = renderApp('/admin/teams')
    await user.click(await screen.findByRole('button', { name: 'Edit Hialeah' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Hialeah' }))
    await user.click(await dialog.findByRole('checkbox', { name: 'Dana Reyes' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies).toEqual([{ name: 'Hialeah', members: [] }]))
  })

  test('given a team with clients, when it is deleted, then the question says how many @full', async () => {
    server.use(http.get(at(`teams/${id(70)}/holdings`), () => HttpResponse.json({ clients: 12 })))
    const deleted = answer('delete', `teams/${id(70)}`, () => new HttpResponse(null, { status: 204 }))
    const user = renderApp('/admin/teams')
    await user.click(await screen.findByRole('button', { name: 'Delete Hialeah' }))
    const question = await screen.findByRole('alertdialog', { name: /12 clients will have no team/ })
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(deleted).toHaveLength(1))
  })
})
