import type { GlobalForm } from '@agency/contract/global-forms'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility'
import { globalForm, id } from '../../testing/fixtures'
import { holdAnswer } from '../../testing/held-answer'
import { renderApp, signIn } from '../../testing/render-app'
import { at, capabilities, server } from '../../testing/server'

vi.mock('@agency/pdf-viewer/pdf-document', async () => (await import('@agency/pdf-viewer/testing/fake-pdf')).fakePdf())

const letter = globalForm({ title: 'Letter', folder: 'Onboarding', notes: '<p>Send first</p>' })
const untitled = globalForm({
  id: id(21),
  title: null,
  type: 'Link',
  source: 'https://www.example.com',
  has_file: false,
})

let lists = 0

function show(forms: readonly GlobalForm[] = [letter, untitled]) {
  lists = 0
  server.use(
    http.get(at('global-forms'), () => {
      lists += 1
      return HttpResponse.json({ success: true, forms })
    }),
  )
  return renderApp('/admin/forms')
}

beforeEach(() => {
  signIn()
})

describe('the forms library', () => {
  test('[FO-04] given no forms, when the library shows, then it says so', async () => {
    show([])

    expect(await screen.findByText('No Global Forms Found')).toBeInTheDocument()
  })

  test('[FO-01] [FO-02] [HO-10] given forms, when one is edited, then in a dialog that says Saving..., and the list follows', async () => {
    const saving = holdAnswer()
    const bodies: unknown[] = []
    const user = show()
    const card = within(await screen.findByRole('region', { name: 'Global Forms' }))
    expect(card.getByRole('button', { name: 'Add Document' })).toBeInTheDocument()
    expect(card.getByRole('button', { name: 'Sync Templates' })).toBeInTheDocument()
    const folder = await card.findByRole('button', { name: 'Onboarding 1' })
    expect(folder).toHaveAttribute('aria-expanded', 'true')
    await user.click(card.getByRole('button', { name: 'Ungrouped 1' }))
    expect(card.queryByRole('button', { name: 'Edit Untitled' })).not.toBeInTheDocument()
    expect(card.getByRole('columnheader', { name: 'Created' })).toBeInTheDocument()

    // Its button is stretched over the whole row.
    await user.click(card.getByRole('button', { name: 'Edit Letter' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Edit Form' }))
    expect(modal.getByLabelText('Folder')).toHaveValue('Onboarding')
    expect(await modal.findByRole('textbox', { name: 'Notes' })).toHaveTextContent('Send first')
    server.use(
      http.put(at(`global-forms/${letter.id}`), async ({ request }) => {
        bodies.push(await request.json())
        await saving.hold()
        return HttpResponse.json({ ...letter, title: 'Terms' })
      }),
      http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: [{ ...letter, title: 'Terms' }] })),
    )
    await user.clear(modal.getByLabelText('Title'))
    await user.type(modal.getByLabelText('Title'), 'Terms')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    expect(await modal.findByRole('button', { name: 'Saving...' })).toBeInTheDocument()
    saving.release()

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await screen.findByRole('row', { name: /^Terms/ })).toBeInTheDocument()
    expect(bodies).toMatchObject([{ title: 'Terms' }])
  })

  test('given a library that fails, when it is asked for again, then it shows', async () => {
    const user = show()
    server.use(http.get(at('global-forms'), () => HttpResponse.json({}, { status: 500 }), { once: true }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The forms could not be loaded.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))

    expect(await screen.findByRole('row', { name: /^Letter/ })).toBeInTheDocument()
  })

  test('given the archived forms, when a form of the library is asked for elsewhere, then its dialog opens @full', async () => {
    const answer = holdAnswer()
    const user = show()
    const toggle = await screen.findByRole('button', { name: 'Show archived' })
    server.use(
      http.get(at('global-forms'), async ({ request }) => {
        if (!new URL(request.url).searchParams.has('archived'))
          return HttpResponse.json({ success: true, forms: [letter] })
        await answer.hold()
        return HttpResponse.json({ success: true, forms: [] })
      }),
    )
    await user.click(toggle)
    await answer.asked
    expect(toggle).toHaveFocus()
    answer.release()
    await screen.findByText('No archived forms.')
    expect(screen.getByRole('button', { name: 'Back to the library' })).toHaveFocus()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Search clients, forms and actions' }), 'Letter')
    await user.click(await screen.findByRole('option', { name: /Letter/ }))

    expect(await screen.findByRole('dialog', { name: 'Edit Form' })).toBeInTheDocument()
  })

  test('[FO-03] given a template, when it is opened, then its pages show in the dialog @full', async () => {
    server.use(
      http.get(at(`global-forms/${id(22)}/file`), ({ request }) => {
        expect(request.headers.get('Authorization')).toMatch(/^Bearer /)
        return new HttpResponse('%PDF', { headers: { 'content-type': 'application/pdf' } })
      }),
    )
    const template = { type: 'DocuSign', docusign_template_id: 'built-in:consent', title: 'Template' } as const
    const user = show([globalForm({ id: id(22), ...template })])
    await user.click(await screen.findByRole('button', { name: 'Edit Template' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Edit Form' }))

    const preview = within(await modal.findByRole('region', { name: 'Preview of the document' }))
    expect(await preview.findByRole('img', { name: 'Page 1 of 2' })).toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Open in New Window' })).toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('[FO-03] given a preview that fails, when it is asked for again, then it shows', async () => {
    const file = at(`global-forms/${id(20)}/file`)
    server.use(
      http.get(file, () => HttpResponse.json({}, { status: 500 }), { once: true }),
      http.get(file, () => new HttpResponse('%PDF')),
    )
    const user = show([globalForm({ docusign_template_id: 'built-in:consent' })])
    await user.click(await screen.findByRole('button', { name: 'Edit Consent' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Edit Form' }))
    expect(await modal.findByRole('alert')).toHaveTextContent('The preview could not be loaded.')
    await user.click(modal.getByRole('button', { name: 'Try again' }))

    expect(await modal.findByRole('region', { name: 'Preview of the document' })).toBeInTheDocument()
  })

  test('given a preview whose file is missing, when it is opened, then the message of the server says so', async () => {
    const message = 'The stored file 0198 of this document is missing.'
    const file = at(`global-forms/${id(20)}/file`)
    server.use(http.get(file, () => HttpResponse.json({ code: 'FILE_MISSING', message }, { status: 500 })))
    const user = show([globalForm({ docusign_template_id: 'built-in:consent' })])
    await user.click(await screen.findByRole('button', { name: 'Edit Consent' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Edit Form' }))
    expect(await modal.findByRole('alert')).toHaveTextContent(message)
  })

  test('[FO-07] given a save that fails, when it is alerted, then the dialog keeps what was typed @full', async () => {
    vi.stubGlobal('reportError', vi.fn())
    server.use(http.put(at(`global-forms/${id(20)}`), () => HttpResponse.json({}, { status: 500 })))
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Edit Letter' }))
    await user.type(await screen.findByLabelText('Title'), ' 2')
    await user.click(await screen.findByRole('button', { name: 'Save' }))

    await screen.findByRole('alertdialog', { name: 'Error saving form. See console for details.' })
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(screen.getByLabelText('Title')).toHaveValue('Letter 2')
  })

  test.each([
    ['docusign', 'DocuSign answered. 2 added. 1 without a document was left out.'],
    ['built-in', 'The built-in e-signature answered. 2 added. 1 without a document was left out.'],
  ])(
    '[FO-06] given %s, when templates are synced, then it is alerted, and then told who answered @full',
    async (provider, words) => {
      const message = '2 added. 1 without a document was left out.'
      const answer = { success: true, message, provider, created: 2, updated: 1, retired: 3 }
      server.use(http.post(at('docusign/sync-templates'), () => HttpResponse.json(answer)))
      const user = show()
      await screen.findByRole('row', { name: /^Letter/ })
      await user.click(screen.getByRole('button', { name: 'Sync Templates' }))
      await screen.findByRole('alertdialog', { name: 'DocuSign templates synced successfully!' })
      await user.click(screen.getByRole('button', { name: 'OK' }))

      expect(await screen.findByText(words)).toBeInTheDocument()
      await waitFor(() => expect(lists).toBe(2))
      expect(await violations()).toEqual([])
    },
  )

  test.each([
    ['404', () => HttpResponse.json({}, { status: 404 })],
    ['502 of the provider', () => HttpResponse.json({ code: 'ESIGN_FAILED', message: 'no' }, { status: 502 })],
  ])(
    '[FO-06] given an answer of %s, when templates are synced, then the alert has the exact words',
    async (_what, answer) => {
      vi.stubGlobal('reportError', vi.fn())
      server.use(http.post(at('docusign/sync-templates'), answer))
      const user = show()
      await user.click(await screen.findByRole('button', { name: 'Sync Templates' }))
      const words = 'Failed to sync DocuSign templates. Check console for details.'

      const alerted = await screen.findByRole('alertdialog', { name: words })
      expect(alerted).not.toHaveTextContent('The server gave no answer')
    },
  )

  test('given the consent of the account’s owner is missing, when templates are synced, then its address is a link @full', async () => {
    vi.stubGlobal('reportError', vi.fn())
    const message =
      'DocuSign waits for the consent. They give it once, at https://account.example.com/oauth/auth?a=b%20c'
    server.use(
      http.post(at('docusign/sync-templates'), () =>
        HttpResponse.json({ code: 'ESIGN_FAILED', message }, { status: 502 }),
      ),
    )
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Sync Templates' }))
    await user.click(await screen.findByRole('button', { name: 'OK' }))

    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    const link = screen.getByRole('link', { name: 'https://account.example.com/oauth/auth?a=b%20c' })
    expect(link).toHaveAttribute('target', '_blank')
    expect(await violations()).toEqual([])
  })

  test.each([
    ['docusign', /: a DocuSign account is connected/],
    ['built-in', /No DocuSign account is connected: Sync Templates adds three sample templates/],
  ])(
    '[FO-05] given %s, when the library shows, then it says where templates come from',
    async (esign_provider, words) => {
      server.use(http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, esign_provider })))
      show()

      expect(await screen.findByText(words)).toBeInTheDocument()
    },
  )
})
