import type { Session } from '@agency/contract/sessions'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { enterLogin, expect, test } from '@agency/test-kit/browser/fixtures'
import { addSession } from '@agency/test-kit/browser/session-page'
import { credentials, staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

interface OldLink {
  readonly path: string
  /** The heading of the screen that it opens. */
  readonly heading: string | RegExp
  /** Something else that the screen has to show, such as the pressed filter. */
  readonly shows?: { readonly role: 'button' | 'textbox' | 'searchbox'; readonly name: string | RegExp }
}

/** Every address of the back office that was ever given out: those of the first release, and the lists of the dashboard. */
function linksTo({ client_id, session_code }: Session, family: string, adminId: string): readonly OldLink[] {
  const dashboard = 'Admin Dashboard'
  const client = `/admin/clients/${client_id}`
  return [
    { path: '/', heading: dashboard },
    { path: '/admin', heading: dashboard },
    { path: '/admin/', heading: dashboard },
    { path: '/admin/dashboard', heading: dashboard },
    { path: '/admin/logic-modules', heading: dashboard },
    { path: '/admin/login', heading: dashboard },
    { path: '/admin/clients', heading: 'Clients', shows: { role: 'searchbox', name: 'Search clients' } },
    { path: '/admin/clients/', heading: 'Clients' },
    { path: '/admin/clients?status=unpaid', heading: 'Clients', shows: { role: 'button', name: /^Unpaid/ } },
    { path: '/admin/clients?follow_up=overdue&sort=next_f_u_date', heading: 'Clients', shows: removes('Overdue') },
    { path: '/admin/clients?proposals=open', heading: 'Clients', shows: { role: 'button', name: /remove filter$/ } },
    { path: `/admin/clients?q=${family}&sort=dob&order=desc&page=1`, heading: 'Clients' },
    { path: client, heading: new RegExp(family) },
    { path: `${client}/sessions/${session_code}`, heading: new RegExp(`onboarding Session for .*${family}`) },
    { path: `${client}/sessions/${session_code.toLowerCase()}`, heading: new RegExp(`Session for .*${family}`) },
    { path: '/admin/sessions', heading: 'Sessions', shows: { role: 'searchbox', name: 'Search sessions' } },
    { path: '/admin/sessions?status=waiting', heading: 'Sessions' },
    { path: '/admin/sessions?status=completed', heading: 'Sessions' },
    { path: '/admin/sessions?status=sealing_failed', heading: 'Sessions' },
    { path: '/admin/sessions?signed_since=2026-01-01', heading: 'Sessions', shows: removes('Signed since') },
    { path: '/admin/forms', heading: 'Forms' },
    { path: '/admin/manage', heading: 'Manage Admins' },
    { path: `/admin/admins/${adminId}`, heading: 'Edit Admin', shows: { role: 'textbox', name: 'First Name' } },
    { path: '/admin/admins/new', heading: 'Add Admin', shows: { role: 'textbox', name: 'First Name' } },
    { path: '/admin/health', heading: 'Health' },
  ]
}

async function allLinks(api: StaffApi, family: string): Promise<readonly OldLink[]> {
  const admin = (await api.admins()).find(({ username }) => username === credentials.username)
  return linksTo(await addSession(api, family), family, admin?.id ?? '')
}

const removes = (filter: string) => ({ role: 'button', name: new RegExp(`^${filter}.*, remove filter$`) }) as const

async function expectScreen(page: Page, { path, heading, shows }: OldLink): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 }), path).toBeVisible()
  if (shows !== undefined) await expect(page.getByRole(shows.role, { name: shows.name }), path).toBeVisible()
}

/** Puts the login of the tests' staff member into the browser, or takes it out. */
const setLogin = (page: Page, items: readonly { readonly name: string; readonly value: string }[]) =>
  page.evaluate((stored) => {
    localStorage.clear()
    for (const { name, value } of stored) localStorage.setItem(name, value)
  }, items)

test('[HO-05] [SH-05] given every address that staff ever had, when it is opened logged out and the login comes, then its screen shows @full', async ({
  visitor: page,
  api,
  family,
}) => {
  const login = api.storageState().origins[0]?.localStorage ?? []
  await page.goto(staffUrl('/healthz'))
  for (const link of await allLinks(api, family)) {
    await setLogin(page, [])
    await page.goto(staffUrl(link.path))
    await expect(page.getByRole('heading', { name: 'Staff login' }), link.path).toBeVisible()
    // The login happens in another tab: this one follows, as after a login of its own.
    await setLogin(page, login)
    await page.evaluate((key) => window.dispatchEvent(new StorageEvent('storage', { key })), 'adminToken')
    await expectScreen(page, link)
    if (!['/', '/admin/login'].includes(link.path))
      expect(trimmed(page.url()), link.path).toBe(trimmed(staffUrl(link.path)))
  }
})

test('[HO-05] given every address that staff ever had, when it is opened logged in, then its screen shows @full', async ({
  staff,
  api,
  family,
}) => {
  for (const link of await allLinks(api, family)) {
    await staff.goto(staffUrl(link.path))
    await expectScreen(staff, link)
  }
})

/** An address without a slash at its end. */
const trimmed = (address: string): string => address.replace(/\/$/, '')

test('[HO-05] given a link with a query and a hash, when the person logs in by the login screen, then it opens as it was sent @full', async ({
  visitor: page,
  api,
  family,
}) => {
  const session = await addSession(api, family)
  const path = `/admin/clients/${session.client_id}/sessions/${session.session_code}?from=mail#documents`
  await page.goto(staffUrl(path))
  await enterLogin(page)
  await expect(page.getByRole('heading', { name: new RegExp(`Session for .*${family}`), level: 1 })).toBeVisible()
  expect(page.url()).toBe(staffUrl(path))
})
