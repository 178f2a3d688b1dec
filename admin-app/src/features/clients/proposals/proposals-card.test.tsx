import type { Proposal } from '@agency/contract/form-fields'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { client, id, sessionSummary } from '../../../testing/fixtures'
import { holdAnswer } from '../../../testing/held-answer'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const proposal = (changes: Partial<Proposal> = {}): Proposal => ({
  id: id(80),
  field: 'occupation',
  current: 'Baker',
  proposed: 'Teacher',
  session_form_id: id(30),
  session_id: id(10),
  document: 'Application',
  created_at: '2026-11-20T15:04:05.000Z',
  ...changes,
})

const record = client({ occupation: 'Baker', ssn: '123456789' })
const ssn = proposal({ id: id(81), field: 'ssn', current: '123456789', proposed: '987654321', document: null })

/** Serves a record and what is proposed for it, as the API does; gives the decisions that were sent. */
function serve(proposals: readonly Proposal[]): { decisions: string[]; records: () => number } {
  let open = proposals
  let records = 0
  const decisions: string[] = []
  server.use(
    http.get(at(`clients/${id(1)}`), () => {
      records += 1
      return HttpResponse.json(record)
    }),
    http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([sessionSummary()])),
    http.get(at(`clients/${id(1)}/proposals`), () => HttpResponse.json({ success: true, proposals: open })),
    http.post<{ proposal: string; decision: string }>(
      at(`clients/${id(1)}/proposals/:proposal/:decision`),
      ({ params, request }) => {
        decisions.push(`${params.decision} ${params.proposal} ${request.headers.get('If-Match')}`)
        const isOpen = ({ id }: Proposal) =>
          params.decision === 'reopen'
            ? id === params.proposal || open.some((other) => other.id === id)
            : id !== params.proposal
        open = (params.decision === 'reopen' ? proposals : open).filter(isOpen)
        return HttpResponse.json({ success: true, proposals: open })
      },
    ),
  )
  return { decisions, records: () => records }
}

async function openCard() {
  const user = renderApp(`/admin/clients/${id(1)}`)
  return { user, card: within(await screen.findByRole('region', { name: 'Proposed Changes' })) }
}

/** Dismisses the second proposal, once the decision about the first one is over. */
async function dismissSsn({ user, card }: Awaited<ReturnType<typeof openCard>>): Promise<void> {
  const dismiss = card.getByRole('button', { name: 'Dismiss Personal Information: SSN' })
  await waitFor(() => expect(dismiss).toHaveAttribute('aria-disabled', 'false'))
  await user.click(dismiss)
}

const gone = () =>
  waitFor(() => expect(screen.queryByRole('region', { name: 'Proposed Changes' })).not.toBeInTheDocument())

const sections = (): readonly (string | null | undefined)[] =>
  [...document.querySelectorAll('main section[aria-labelledby] h2')].map(({ textContent }) => textContent)

beforeEach(() => {
  signIn()
})

describe('what a client proposes', () => {
  test('given a proposed phone number that nobody can call, when shown, then it says so beside it @full', async () => {
    serve([proposal({ field: 'primary_phone', current: '3055550122', proposed: '13' })])
    const { card } = await openCard()
    expect(await card.findByText(/A phone number has 10 digits/)).toBeVisible()
  })

  test('given changes, when the record shows, then each with its card, both values, and where it was written @full', async () => {
    serve([proposal(), ssn])
    const { card } = await openCard()
    const occupation = within(card.getByRole('listitem', { name: 'Employment Information: Occupation' }))

    expect(occupation.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Baker', 'Teacher'])
    expect(await occupation.findByRole('link', { name: 'Application' })).toHaveAttribute(
      'href',
      `/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`,
    )
    const masked = within(card.getByRole('listitem', { name: 'Personal Information: SSN' }))
    expect(masked.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '***-**-6789',
      '***-**-4321',
    ])
    expect(await violations()).toEqual([])
  })

  test('given five changes, when the record shows, then three stand above it, and all are shown before all can be accepted', async () => {
    const fields = ['occupation', 'employer_address', 'address', 'weight', 'height'] as const
    serve(fields.map((field, index) => proposal({ id: id(80 + index), field })))
    const { user, card } = await openCard()
    expect(card.getAllByRole('listitem')).toHaveLength(3)
    expect(card.queryByRole('button', { name: 'Accept All' })).not.toBeInTheDocument()
    await user.click(card.getByRole('button', { name: 'Accept Employment Information: Occupation' }))
    await waitFor(() => expect(card.getAllByRole('listitem')).toHaveLength(4))
    await user.click(card.getByRole('button', { name: 'Show All 5' }))
    expect(card.getAllByRole('listitem')).toHaveLength(5)
    expect(card.getByRole('button', { name: 'Accept All' })).toBeInTheDocument()
  })

  test('given a record, when the proposals arrive later than it, then it is shown with them, and begins with them @full', async () => {
    serve([proposal()])
    const answer = holdAnswer()
    server.use(
      http.get(at(`clients/${id(1)}/proposals`), async () => {
        await answer.hold()
        return HttpResponse.json({ success: true, proposals: [proposal()] })
      }),
    )
    renderApp(`/admin/clients/${id(1)}#proposals`)
    await answer.asked
    expect(screen.getByText('Loading client...')).toBeInTheDocument()
    answer.release()
    await waitFor(() => expect(screen.getByRole('region', { name: 'Proposed Changes' })).toHaveFocus())
    expect(sections()[0]).toBe('Proposed Changes')
  })

  test.each([
    ['Accept', 'Change accepted.'],
    ['Dismiss', 'Change dismissed.'],
  ])('given a change, when %s was pressed by mistake, then Undo takes it back @full', async (button, words) => {
    const { decisions } = serve([proposal()])
    const { user, card } = await openCard()
    await user.click(card.getByRole('button', { name: `${button} Employment Information: Occupation` }))
    await screen.findByText(words)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('The decision was taken back.')
    expect(decisions[1]).toBe(`reopen ${id(80)} null`)
  })

  test('given two changes, when one is accepted by keyboard, then it keeps its place, and the next one has the focus @full', async () => {
    serve([proposal(), ssn])
    const { user, card } = await openCard()
    card.getByRole('button', { name: 'Accept Employment Information: Occupation' }).focus()
    await user.keyboard('{Enter}')

    await waitFor(() => expect(card.getByRole('listitem', { name: 'Personal Information: SSN' })).toHaveFocus())
    expect(card.getAllByRole('listitem').map((entry) => entry.getAttribute('aria-label'))).toEqual([
      'Employment Information: Occupation',
      'Personal Information: SSN',
    ])
    const decided = card.getByRole('listitem', { name: 'Employment Information: Occupation' })
    expect(within(decided).getByRole('button')).toHaveAccessibleName('Undo Employment Information: Occupation')
    await dismissSsn({ user, card })
    await gone()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  })

  test('given two changes, when one is accepted by mistake, then its entry takes it back, and has the focus @full', async () => {
    const { decisions } = serve([proposal(), ssn])
    const { user, card } = await openCard()
    await user.click(card.getByRole('button', { name: 'Accept Employment Information: Occupation' }))
    const undo = await card.findByRole('button', { name: 'Undo Employment Information: Occupation' })
    await waitFor(() => expect(undo).toHaveAttribute('aria-disabled', 'false'))
    await user.click(undo)
    expect(await card.findByRole('button', { name: 'Accept Employment Information: Occupation' })).toBeInTheDocument()
    expect(card.getByRole('listitem', { name: 'Employment Information: Occupation' })).toHaveFocus()
    expect(decisions[1]).toBe(`reopen ${id(80)} null`)
    expect(await violations()).toEqual([])
  })

  test('given an encrypted value, when it is revealed, then the server gives it, and audits it @full', async () => {
    serve([{ ...ssn, current: '***-**-6789', proposed: '***-**-4321' }])
    const shown: unknown[] = []
    server.use(
      http.post(at(`clients/${id(1)}/proposals/:proposal/reveal`), ({ params }) => {
        shown.push(params.proposal)
        return HttpResponse.json({ proposed: '987654321' })
      }),
    )
    const { user, card } = await openCard()
    await user.click(card.getByRole('button', { name: 'Show social security number proposed' }))

    expect(await card.findByText('987-65-4321')).toBeInTheDocument()
    expect(card.getByText('***-**-6789')).toBeInTheDocument()
    expect(shown).toEqual([id(81)])
  })

  test('given changes, when one is accepted and another dismissed, then each is sent alone, with the version of the shown record @full', async () => {
    const served = serve([proposal(), ssn])
    const { user, card } = await openCard()
    await user.click(card.getByRole('button', { name: 'Accept Employment Information: Occupation' }))
    await waitFor(() => expect(card.queryByText('Teacher')).not.toBeInTheDocument())
    await dismissSsn({ user, card })

    await gone()
    expect(served.decisions).toEqual([`accept ${id(80)} "3"`, `dismiss ${id(81)} null`])
    await waitFor(() => expect(served.records()).toBe(3))
  })

  test('given changes, when all are accepted, then a question is asked first @full', async () => {
    const { decisions } = serve([proposal(), ssn])
    const { user, card } = await openCard()
    await user.click(card.getByRole('button', { name: 'Accept All' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(decisions).toEqual([])
    await user.click(card.getByRole('button', { name: 'Accept All' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Accept All' }))

    await gone()
    expect(decisions).toEqual([`accept ${id(80)} "3"`, `accept ${id(81)} "3"`])
  })

  test.each([
    ['two proposals for one field', 'power', proposal({ id: id(82), field: 'occupation', proposed: 'Cook' }), []],
    ['a masked field and an assistant', 'assistant', ssn, [`accept ${id(80)} "3"`]],
  ] as const)(
    'given %s, when all are accepted, then what has to be chosen is left, and the question says so @full',
    async (_what, role, left, alone) => {
      signIn(role)
      const employer = proposal({ id: id(83), field: 'employer_address', current: null, proposed: 'Bakery' })
      const address = proposal({ id: id(84), field: 'address', current: null, proposed: '1 Bay St' })
      const { decisions } = serve([proposal(), left, employer, address])
      const { user, card } = await openCard()
      await user.click(card.getByRole('button', { name: 'Show All 4' }))
      await user.click(card.getByRole('button', { name: 'Accept All' }))
      const question = within(await screen.findByRole('alertdialog'))
      const rest = alone.length === 0 ? '2 changes are left' : '1 change is left'
      const text = new RegExp(`^Accept ${2 + alone.length} of 4 .+ ${rest} to decide by hand`)
      expect(question.getByText(text)).toBeInTheDocument()
      await user.click(question.getByRole('button', { name: 'Accept All' }))

      await screen.findByText(/changes accepted/)
      expect(decisions).toEqual([...alone, `accept ${id(83)} "3"`, `accept ${id(84)} "3"`])
    },
  )

  test.each([
    [409, 'EDIT_CONFLICT', /Someone else changed this field of the record/],
    [409, 'WRONG_STATE', /Someone else has decided/],
  ])(
    'given a refusal %i %s, when a change is accepted, then it is explained and the record fetched again @full',
    async (status, code, words) => {
      const served = serve([proposal()])
      server.use(
        http.post(at(`clients/${id(1)}/proposals/${id(80)}/accept`), () =>
          HttpResponse.json({ code, message: 'no' }, { status }),
        ),
      )
      const { user, card } = await openCard()
      await user.click(card.getByRole('button', { name: 'Accept Employment Information: Occupation' }))

      expect(await screen.findByText(words)).toBeInTheDocument()
      await waitFor(() => expect(served.records()).toBe(2))
    },
  )
})
