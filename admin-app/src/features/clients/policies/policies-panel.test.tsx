import type { Policy } from '@agency/contract/policies'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { client, id, policy } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const url = at(`clients/${id(1)}/policies`)
const carriers = [
  { id: id(71), name: 'Ambetter', lines: [], phone: null, portal: null, code: null, archived: false, version: 1 },
  { id: id(73), name: 'Old Life', lines: [], phone: null, portal: null, code: null, archived: true, version: 1 },
]

/** Serves a record with policies, as the API does; gives what was sent. */
function serve(first: readonly Policy[], record = client({ spouse_name: 'Luis Alvarez' })) {
  const policies = [...first]
  const sent: unknown[] = []
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(record)),
    http.get(url, () => HttpResponse.json({ policies })),
    http.get(at('carriers'), () => HttpResponse.json({ carriers })),
    http.post<never, Partial<Policy>>(url, async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      const added = policy({ id: id(80), product: body.product ?? null, premium: body.premium ?? null })
      policies.unshift(added)
      return HttpResponse.json(added, { status: 201 })
    }),
    http.patch<never, Partial<Policy>>(`${url}/${id(70)}`, async ({ request }) => {
      sent.push([request.headers.get('If-Match'), await request.json()])
      return HttpResponse.json(first[0])
    }),
    http.post(`${url}/${id(70)}/reveals`, () => HttpResponse.json({ values: { number: 'AMB-0048-1207' } })),
    http.put(at(`clients/${id(1)}`), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(record)
    }),
  )
  return sent
}

async function show() {
  const user = renderApp(`/admin/clients/${id(1)}`)
  return { user, card: within(await screen.findByRole('region', { name: 'Policies' })) }
}

beforeEach(() => {
  signIn()
})

describe('[PY-10] the policies on the record', () => {
  test('given an active policy and that of last year, when shown, then one line with what changed, and the former is folded @full', async () => {
    const former = {
      id: id(74),
      effective_date: '2025-01-01',
      product: 'Silver',
      premium: '400.00',
      status: 'lapsed',
    } as const
    serve([policy(), policy(former)])
    const { user, card } = await show()
    const entry = await card.findByRole('listitem', { name: 'Health / ACA: Ambetter Balanced Care' })

    expect(entry).toHaveTextContent(/Active.*\$312.50 a month · from 1\/1\/2026 · renews 1\/1\/2027/)
    expect(entry).toHaveTextContent('was Ambetter Silver; premium $12.50 higher (was $300.00) since 2025')
    expect(await violations()).toEqual([])
    await user.click(card.getByRole('button', { name: 'Show 1 earlier policy' }))
    expect(card.getByRole('listitem', { name: /Silver/ })).toHaveTextContent('Lapsed')
  })

  test('given a policy and that of its next term, when shown, then it says so and is not renewed again; another life policy is none', async () => {
    const next = { id: id(74), status: 'pending', effective_date: '2027-01-01', renewal_date: null } as const
    const life = { line: 'life', product: 'Term 20' } as const
    const other = { ...life, product: 'Whole', carrier_id: id(79), effective_date: '2027-02-01' } as const
    serve([policy(), policy(next), policy({ ...life, id: id(75) }), policy({ ...other, id: id(76) })])
    const { card } = await show()
    const [entry] = await card.findAllByRole('listitem', { name: 'Health / ACA: Ambetter Balanced Care' })
    expect(entry).toHaveTextContent('Renewed: Health / ACA: Ambetter Balanced Care, pending, from 1/1/2027')
    const renewals = card.getAllByRole('button', { name: /^Renew/ }).map((each) => each.getAttribute('aria-label'))
    expect(renewals).toEqual([
      'Renew Health / ACA: Ambetter Balanced Care',
      'Renew Life: Ambetter Term 20',
      'Renew Life: Ambetter Whole',
    ])
  })

  test('given details, when the number is revealed, then its value is fetched and shown @full', async () => {
    serve([policy()])
    const { user, card } = await show()
    await user.click(await card.findByRole('button', { name: /^Details of/ }))
    expect(card.getByText(/••••1207/)).toBeInTheDocument()
    expect(card.getByText('Premium $412.50, subsidy $100.00')).toBeInTheDocument()
    await user.click(card.getByRole('button', { name: /^Show Policy number of/ }))

    expect(await card.findByText('AMB-0048-1207')).toBeInTheDocument()
    expect(card.getByRole('list', { name: 'Statuses' })).toHaveTextContent('Active since 1/1/2026 (Ana Lima)')
  })

  test('given no policies, when one is added, then exact amounts, dates and covered people are sent; archived carriers are no choice', async () => {
    const sent = serve([])
    const { user, card } = await show()
    await user.click(await card.findByRole('button', { name: '+ Policy' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Policy' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Choose a carrier, or add one')).toBeInTheDocument()
    await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Carrier' })).toHaveFocus())
    await dialog.findByRole('option', { name: 'Ambetter' })
    expect(dialog.queryByRole('option', { name: /Old Life/ })).not.toBeInTheDocument()
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Carrier' }), 'Ambetter')
    await user.type(dialog.getByRole('textbox', { name: 'Plan' }), 'Gold 1')
    await user.type(dialog.getByRole('textbox', { name: 'Premium' }), 'four')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Enter an amount, such as 412.50')).toBeInTheDocument()
    await user.clear(dialog.getByRole('textbox', { name: 'Premium' }))
    await user.type(dialog.getByRole('textbox', { name: 'Premium' }), '$1,412.5')
    await user.type(dialog.getByRole('textbox', { name: 'Subsidy' }), '2,000')
    expect(dialog.getByText('It is more than the premium: please check.')).toBeInTheDocument()
    await user.clear(dialog.getByRole('textbox', { name: 'Subsidy' }))
    expect(dialog.queryByText(/more than the premium/)).not.toBeInTheDocument()
    await user.type(dialog.getByRole('textbox', { name: 'Net premium' }), '412.50')
    expect(dialog.getByText('The premium less the subsidy is $1,412.50: please check.')).toBeInTheDocument()
    await user.clear(dialog.getByRole('textbox', { name: 'Net premium' }))
    await user.type(dialog.getByRole('textbox', { name: 'Effective' }), '1/1/2026')
    await user.type(dialog.getByRole('textbox', { name: 'Renews' }), '1/1/2025')
    expect(dialog.getByText('It renews before it begins: please check.')).toBeInTheDocument()
    await user.clear(dialog.getByRole('textbox', { name: 'Renews' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Luis Alvarez' }))
    await user.click(dialog.getByRole('button', { name: 'Add another person' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name of other person 1' }), 'Rosa')
    await user.click(dialog.getByRole('button', { name: 'Add another person' }))
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await card.findByRole('listitem', { name: 'Health / ACA: Ambetter Gold 1' })).toBeInTheDocument()
    expect(sent).toEqual([
      expect.objectContaining({
        carrier_id: id(71),
        product: 'Gold 1',
        premium: '1412.50',
        effective_date: '2026-01-01',
        covered: [
          { who: 'spouse', name: null, dob: null },
          { who: 'other', name: 'Rosa', dob: null },
        ],
      }),
    ])
  })

  test('given somebody else without a name, when the policy is saved, then it says so, and the name has the focus @full', async () => {
    serve([])
    const details = [{ field: 'covered', message: 'must have a name for each other person' }]
    server.use(
      http.post(at(`clients/${id(1)}/policies`), () =>
        HttpResponse.json({ code: 'INVALID_INPUT', message: 'no', details }, { status: 400 }),
      ),
    )
    const { user, card } = await show()
    await user.click(await card.findByRole('button', { name: '+ Policy' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Policy' }))
    await dialog.findByRole('option', { name: 'Ambetter' })
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Carrier' }), 'Ambetter')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Line' }), 'Dental')
    await user.click(dialog.getByRole('button', { name: 'Add another person' }))
    await user.type(dialog.getByLabelText('Born on, person 1'), '2001-02-03')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await dialog.findByText('must have a name for each other person')).toBeInTheDocument()
    expect(dialog.getByRole('textbox', { name: 'Name of other person 1' })).toHaveFocus()
  })

  test('given a policy, when edited, then its number is fetched, and the edit is sent for its version @full', async () => {
    const sent = serve([policy()])
    const { user, card } = await show()
    await user.click(await card.findByRole('button', { name: /^Edit Health/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Edit Health/ }))
    expect(dialog.getByRole('textbox', { name: 'Policy number' })).toHaveValue('AMB-0048-1207')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Status' }), 'Terminated')
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Moved')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(sent).toHaveLength(1))
    const change = { status: 'terminated', status_reason: 'Moved', number: 'AMB-0048-1207' }
    expect(sent[0]).toEqual(['"1"', expect.objectContaining(change)])
  })

  test('given an end before the beginning, when saved, then it is asked first', async () => {
    const sent = serve([policy({ effective_date: '2027-01-01', term_date: '2026-12-31' })])
    const { user, card } = await show()
    await user.click(await card.findByRole('button', { name: /^Edit Health/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Edit Health/ }))
    const press = async (name: string) => {
      await user.click(dialog.getByRole('button', { name: 'Save' }))
      const asked = await screen.findByRole('alertdialog', { name: /^This policy ends before it begins/ })
      await user.click(within(asked).getByRole('button', { name }))
    }
    await press('Cancel')
    expect(sent).toEqual([])
    await press('Save')
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  test('given a policy, when it is renewed, then the next term has its carrier, plan and people, and begins behind it', async () => {
    const sent = serve([
      policy({ renewal_date: null, term_date: '2026-12-31', covered: [{ who: 'spouse', name: null, dob: null }] }),
    ])
    const { user, card } = await show()
    await user.click(await card.findByRole('button', { name: /^Renew Health/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Renew Health/ }))
    await dialog.findByRole('option', { name: 'Ambetter' })
    await user.type(dialog.getByRole('textbox', { name: 'Premium' }), '500')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(sent).toHaveLength(1))
    const { carrier_id, line, product } = policy()
    const same = { carrier_id, line, product, covered: [{ who: 'spouse', name: null, dob: null }] }
    expect(sent[0]).toMatchObject({
      ...same,
      status: 'pending',
      effective_date: '2027-01-01',
      premium: '500.00',
      number: null,
    })
  })

  test('given an active policy that begins later, when shown, then the record is not compared with it', async () => {
    serve([policy({ effective_date: '2999-01-01' })], client({ current_health_plan_name: 'Other' }))
    const { card } = await show()
    await card.findByRole('button', { name: /^Edit Health/ })
    expect(card.queryByText(/the record says/)).not.toBeInTheDocument()
  })

  test('given a policy that is deleted with the keyboard, when it is gone, then the focus is on the next action', async () => {
    serve([policy()])
    let isDeleted = false
    server.use(
      http.get(url, () => HttpResponse.json({ policies: isDeleted ? [] : [policy()] })),
      http.delete(`${url}/${id(70)}`, () => {
        isDeleted = true
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user, card } = await show()
    const remove = await card.findByRole('button', { name: /^Delete Health/ })
    remove.focus()
    await user.keyboard('{Enter}')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(await card.findByText('No policies yet.')).toBeInTheDocument()
    expect(card.getByRole('button', { name: '+ Policy' })).toHaveFocus()
  })

  test('given an auditor, when shown, then nothing can be added, edited, deleted or taken over', async () => {
    signIn('auditor')
    serve([policy()], client({ current_health_plan_name: 'Other' }))
    const { card } = await show()
    await card.findByRole('listitem', { name: /Balanced Care/ })

    expect(card.queryByRole('button', { name: /Policy|Edit|Delete|Write/ })).not.toBeInTheDocument()
  })
})

describe('[PY-11] the plan fields of the record', () => {
  test('given a plan that differs, when a value is taken over, then it is written where the press says, and nothing before @full', async () => {
    const record = client({ current_health_plan_name: 'Silver', health_plan_premium: '$412.50' })
    const sent = serve([policy()], record)
    const { user, card } = await show()
    const differing = await card.findByRole('list', { name: 'Plan fields that differ: Health / ACA' })
    expect(differing).toHaveTextContent('the record says Silver, the policy Ambetter Balanced Care')
    expect(differing).not.toHaveTextContent('premium')
    await user.click(card.getByRole('button', { name: /^Write Ambetter Balanced Care into the record/ }))
    await waitFor(() => expect(sent).toEqual([{ current_health_plan_name: 'Ambetter Balanced Care' }]))
    await user.click(await card.findByRole('button', { name: /^Write Silver into the policy/ }))
    await waitFor(() => expect(sent.at(1)).toEqual(['"1"', { product: 'Silver' }]))
  })

  test('given fields that agree, when shown, then the screen says so', async () => {
    serve([policy()], client({ current_health_plan_name: 'balanced care', health_plan_premium: '312.5' }))
    const { card } = await show()

    expect(await card.findByText('The plan fields of the record agree.')).toBeInTheDocument()
  })

  test('given a plan without a policy, when its policy is added, then the dialog has what the record says @full', async () => {
    serve([], client({ dental_plan_name: 'BlueDental', dental_plan_premium: '$31' }))
    const { user, card } = await show()
    await user.click(await card.findByRole('button', { name: /^Add its policy: Dental/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Policy' }))

    expect(dialog.getByRole('textbox', { name: 'Plan' })).toHaveValue('BlueDental')
    expect(dialog.getByRole('textbox', { name: 'Premium' })).toHaveValue('31.00')
  })
})
