import { expect, test } from '@agency/test-kit/browser/fixtures'
import { HeldCalls } from '@agency/test-kit/browser/held-calls'
import { card, openClient, openDialog, save, shown } from '@agency/test-kit/browser/record-cards'
import { staffUrl } from '@agency/test-kit/product/product-address'

/** What is worked on comes first. */
const cards = [
  'Notes',
  'Sessions',
  'Documents',
  'Policies',
  'Personal Information',
  'Contact Information',
  'Spouse Information',
  'Dependents',
  'Beneficiaries',
  'Marketplace / Private Insurance',
  'Medicare Plans',
  'Employment Information',
  'Bank Information',
  'Card Information',
  'Family History',
  'Logins',
  'PCP - Specialists - RX',
  'Activity',
]

test('[CD-01] [CD-02] [CD-08] [CD-14] given a client, when the page loads, then header and cards, values masked and formatted; dialogs show them raw', async ({
  staff,
  api,
  family,
}) => {
  const client = await api.addClient({
    client_first_name: 'Rosa',
    client_last_name: family,
    dob: '1990-06-16',
    ssn: '123-45-6789',
    dl_or_ppnumber: 'D1234567',
    spouse_ssn: '987654321',
    spouse_dl_pass_number: 'P7654321',
    dep1_ssn: '111-22-3333',
    ben1_ssn: '444-55-6666',
    ben1_dl_or_ppnumber: 'B0009876',
    routing_number: '021000021',
    account_number: '000123456789',
    card_number: '4111 1111 1111 1234',
    cvc: '9876',
    age_of_mother: 81,
    medicarenumber: '1EG4TE5MK73',
    name_of_pcp: 'Dr. Ortiz',
    cigna: 'Open Access Plus',
    mp_username: 'rosa',
    mp_pass: 'secret words',
    primary_phone: '+1 (305) 555-0147',
    secondary_phone: '3055550148',
    employer_phone: '555-0149',
  })
  await staff.clock.setFixedTime('2026-06-15T12:00:00Z')
  const held = await HeldCalls.of(staff, `**/_api/clients/${client.id}`)
  await staff.goto(staffUrl(`/admin/clients/${client.id}`))
  await expect(staff.getByText('Loading client...')).toBeVisible()
  held.release()
  await expect(staff.getByRole('heading', { name: `Rosa ${family}`, level: 1 })).toBeVisible()
  await expect(staff.getByText('Loading client...')).toHaveCount(0)
  await expect(staff.getByText('Date of birth 6/16/1990 (age 35)')).toBeVisible()
  await expect(staff.getByRole('region').getByRole('heading', { level: 2 })).toHaveText(cards)

  const masks = [
    ['Personal Information', 'SSN', '***-**-6789'],
    ['Personal Information', 'DL / Passport Number', '••••4567'],
    ['Spouse Information', 'SSN', '***-**-4321'],
    ['Spouse Information', 'DL / Passport Number', '••••4321'],
    ['Dependents', 'SSN', '***-**-3333'],
    ['Beneficiaries', 'SSN', '***-**-6666'],
    ['Beneficiaries', 'DL / Passport Number', '••••9876'],
    ['Bank Information', 'Routing Number', '••••0021'],
    ['Bank Information', 'Account Number', '••••6789'],
    ['Card Information', 'Card Number', '••••1234'],
    ['Card Information', 'CVC', '••••'],
    ['Logins', 'Marketplace Username', 'rosa'],
    ['Logins', 'Marketplace Password', /^•+$/],
    ['Contact Information', 'Primary Phone', '305-555-0147'],
    ['Contact Information', 'Secondary Phone', '305-555-0148'],
    ['Employment Information', 'Employer Phone', '555-0149'],
  ] as const
  for (const [name, label, text] of masks) await expect(shown(card(staff, name), label), label).toHaveText(text)
  await expect(staff.getByRole('main')).not.toContainText(/123-45|987654|111-22|444-55|secret words|4111/)

  const logins = await openDialog(staff, 'Edit Logins')
  await expect(logins.getByLabel('Marketplace Password')).toHaveValue('secret words')
  await logins.getByRole('button', { name: 'Cancel' }).click()
  const name = await openDialog(staff, 'Edit Name')
  await name.getByLabel('First Name').fill('Rosalía')
  await save(name)
  await expect(staff.getByRole('heading', { name: `Rosalía ${family}`, level: 1 })).toBeVisible()
  await staff.getByRole('link', { name: 'Back to clients' }).click()
  await expect(staff).toHaveURL(staffUrl('/admin/clients'))
})

test('[CD-15] given follow-up dates, when the card shows them, then long and with how far they are @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family, next_f_u_date: '2026-06-15' })
  // Late in the evening where the reader is: a day later in UTC.
  await staff.clock.setFixedTime('2026-06-16T02:30:00Z')
  await openClient(staff, id)
  const followUp = shown(card(staff, 'Sessions'), 'Next Follow-Up')
  await expect(followUp).toHaveText('June 15, 2026 (today)')

  for (const [today, distance] of [
    ['2026-06-14', 'in 1 day'],
    ['2025-12-25', 'in 172 days'],
    ['2026-06-18', '3 days ago'],
  ] as const) {
    await staff.clock.setFixedTime(`${today}T12:00:00Z`)
    await staff.reload()
    await expect(followUp).toHaveText(`June 15, 2026 (${distance})`)
  }
})
