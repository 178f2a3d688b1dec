import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { addSampleClient } from '@agency/test-kit/browser/sample-client'
import { staffUrl } from '@agency/test-kit/product/product-address'

test('given today, lists with filters, the palette and the banner, when they show, then axe finds nothing @full', async ({
  staff,
  api,
  family,
}) => {
  await addSampleClient(api, family)
  await staff.goto(staffUrl('/admin/clients?follow_up=coming&sort=next_f_u_date'))
  await expect(staff.getByRole('status').filter({ hasText: /clients?$/ })).toBeVisible()
  await expectAccessible(staff, 'follow-ups')
  await staff.goto(staffUrl('/admin/sessions?signed_since=2999-01-01'))
  await expect(staff.getByText('No sessions found.')).toBeVisible()
  await expectAccessible(staff, 'no sessions')
  await staff.getByRole('button', { name: /remove filter/ }).click()
  await expect(staff.getByRole('row').filter({ hasText: family })).toBeVisible()
  await expectAccessible(staff, 'sessions')

  await staff.getByRole('button', { name: /^Search/ }).click()
  await expect(staff.getByRole('option').first()).toBeVisible()
  await expectAccessible(staff, 'the palette', '[role=dialog]')
  await staff.getByRole('combobox').fill(family)
  await expect(staff.getByRole('option', { name: `Ida ${family}` })).toBeVisible()
  await expectAccessible(staff, 'the palette with clients and forms', '[role=dialog]')
  await staff.getByRole('combobox').fill('nobody of that name')
  await expect(staff.getByText('Nothing found.')).toBeVisible()
  await expectAccessible(staff, 'the palette with nothing found', '[role=dialog]')
  await staff.keyboard.press('Escape')
  await staff.context().setOffline(true)
  await expect(staff.getByText(/^You are offline/)).toBeVisible()
  await expectAccessible(staff, 'offline')
})
