import type { MessageTemplate } from '@agency/contract/message-templates'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { holdAnswer } from '../../testing/held-answer'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const texts = { subject: '{agency}: a document is waiting', body: 'Hello {name},\n\n{link}', text: '{agency}: {link}' }
const template = (changes: Partial<MessageTemplate> = {}): MessageTemplate => ({
  kind: 'reminder',
  language: 'en',
  edited: false,
  version: 0,
  changed_at: null,
  changed_by: null,
  ...texts,
  placeholders: ['name', 'link', 'agency'],
  defaults: texts,
  versions: [],
  ...changes,
})
const url = 'message-templates/reminder/en'
const page = `/admin/${url}`
const refuse = (status: number, body: object) => HttpResponse.json({ message: 'no', ...body }, { status })

beforeEach(() => {
  signIn()
  server.use(
    http.get(at(url), () => HttpResponse.json(template())),
    http.post(at(`${url}/preview`), () =>
      HttpResponse.json({
        subject: 'Harbor: a document is waiting',
        text: 'Hello Maria,',
        html: '<body style="color: red"><p style="margin: 3px" onclick="x()">Hello <a href="https://x">Maria</a></p></body>',
        text_message: 'Harbor: link',
      }),
    ),
  )
})

describe('the list of message templates', () => {
  test('given templates, when it shows, then each kind has a link for each language, and an edited one says so @full', async () => {
    const { kind, version, changed_at, changed_by } = template()
    const row = { kind, version, changed_at, changed_by }
    const list = [
      { ...row, language: 'en', edited: false },
      { ...row, language: 'es', edited: true },
    ]
    server.use(http.get(at('message-templates'), () => HttpResponse.json(list)))
    renderApp('/admin/message-templates')

    const link = await screen.findByRole('link', { name: 'Reminder in Spanish' })
    expect(link).toHaveAttribute('href', '/admin/message-templates/reminder/es')
    expect(screen.getAllByText('Edited')).toHaveLength(1)
    expect(await violations()).toEqual([])
  })

  test('given a standard admin, when it is refused, then the page says who may see it @full', async () => {
    server.use(
      http.get(at('message-templates'), () => refuse(403, { code: 'FORBIDDEN', message: 'Only power admins.' })),
    )
    renderApp('/admin/message-templates')
    expect(await screen.findByRole('alert')).toHaveTextContent('Only power admins.')
  })

  test('given a server that fails, when tried again, then the list shows', async () => {
    let broken = true
    server.use(
      http.get(at('message-templates'), () => (broken ? refuse(500, { code: 'INTERNAL' }) : HttpResponse.json([]))),
    )
    const user = renderApp('/admin/message-templates')
    const retry = await screen.findByRole('button', { name: 'Try again' })
    broken = false
    await user.click(retry)
    expect(await screen.findByRole('heading', { name: 'To clients' })).toBeInTheDocument()
  })
})

describe('the editor of a message template', () => {
  test('[RE-03] given a template, when it shows, then its texts, placeholders and preview are there, and links of the preview are dead @full', async () => {
    renderApp(page)
    expect(await screen.findByLabelText('Subject')).toHaveValue(texts.subject)
    const mail = await screen.findByRole('img', { name: 'Email: Harbor: a document is waiting' })
    await waitFor(() => expect(mail.shadowRoot?.textContent).toBe('Hello Maria'))
    expect(mail.shadowRoot?.querySelector('a')?.getAttribute('href')).toBeNull()
    expect(mail.shadowRoot?.querySelector('p')?.getAttribute('onclick')).toBeNull()
    expect(mail.shadowRoot?.querySelector('p')?.style.margin).toBe('3px')
    expect(screen.getByText('Nobody has changed this template.')).toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('[RE-03] given a placeholder that is clicked, when saved, then it stands where the cursor was, with the version it was based on @full', async () => {
    let sent: { body?: unknown; ifMatch?: string | null } = {}
    server.use(
      http.put(at(url), async ({ request }) => {
        sent = { body: await request.json(), ifMatch: request.headers.get('If-Match') }
        return HttpResponse.json(template({ ...texts, subject: 'Hi {name}', edited: true, version: 1 }))
      }),
    )
    const user = renderApp(page)
    const subject = await screen.findByLabelText('Subject')
    await user.clear(subject)
    await user.type(subject, 'Hi ')
    await user.click(screen.getByRole('button', { name: '{name}' }))
    expect(subject).toHaveValue('Hi {name}')
    expect(screen.getByRole('button', { name: 'Send test message' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Template saved')).toBeInTheDocument()
    expect(sent).toEqual({ body: { ...texts, subject: 'Hi {name}' }, ifMatch: '"0"' })
    expect(screen.getByRole('button', { name: 'Reset to default' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Send test message' })).toBeEnabled()
  })

  test('given texts that are being saved, when somebody types on, then what was typed stays and waits to be saved @full', async () => {
    const saving = holdAnswer()
    server.use(
      http.put(at(url), async () => {
        await saving.hold()
        return HttpResponse.json(template({ ...texts, subject: 'Hello', edited: true, version: 1 }))
      }),
    )
    const user = renderApp(page)
    const subject = await screen.findByLabelText('Subject')
    await user.clear(subject)
    await user.type(subject, 'Hello')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await saving.asked
    await user.type(subject, ' again')
    saving.release()

    expect(await screen.findByText('Template saved')).toBeInTheDocument()
    expect(subject).toHaveValue('Hello again')
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  })

  test.each([
    ['Subject', 200, '200'],
    ['Email', 5_000, '5,000'],
    ['Text message', 480, '480'],
  ])(
    'given a text too long for %s, when pasted and saved, then it is whole, and the field names the limit',
    async (label, most, limit) => {
      const user = renderApp(page)
      const control = await screen.findByLabelText(label)
      await user.clear(control)
      await user.click(control)
      await user.paste('a'.repeat(most + 1))
      expect(control).toHaveValue('a'.repeat(most + 1))
      await user.click(screen.getByRole('button', { name: 'Save' }))

      expect(await screen.findByRole('alert')).toHaveTextContent(`Up to ${limit} characters. This text has`)
      expect(control).toBeInvalid()
    },
  )

  test('given a wrong placeholder, when saved, then the field says which, and the text stays', async () => {
    const details = [{ field: 'body', message: '{nmae} is not available in this message.' }]
    server.use(http.put(at(url), () => refuse(400, { code: 'INVALID_INPUT', details })))
    const user = renderApp(page)
    const body = await screen.findByLabelText('Email')
    await user.clear(body)
    await user.type(body, 'Hi {{nmae}')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('{nmae} is not available in this message.')
    expect(body).toHaveValue('Hi {nmae}')
    expect(body).toBeInvalid()
  })

  test('[RE-03] given versions, when one is restored, then its texts stand in the form and wait to be saved', async () => {
    const at1 = { version: 1, changed_at: '2026-11-20T05:00:00.000Z', changed_by: 'Dana Reyes' }
    const versions = [
      { ...at1, version: 2, texts: null },
      { ...at1, texts: { ...texts, subject: 'Former' } },
    ]
    server.use(http.get(at(url), () => HttpResponse.json(template({ version: 2, versions }))))
    const user = renderApp(page)
    const list = await screen.findByRole('region', { name: 'Versions' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    expect(list).toHaveTextContent('Dana Reyes, Nov')
    await user.click(screen.getByRole('button', { name: 'Restore version 1' }))
    expect(screen.getByLabelText('Subject')).toHaveValue('Former')
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  })

  test('[RE-03] given a test message, when sent, then the screen says where; without an address, why not', async () => {
    server.use(http.post(at(`${url}/test`), () => HttpResponse.json({ to: 'd•••@example.com' }), { once: true }))
    const user = renderApp(page)
    const send = await screen.findByRole('button', { name: 'Send test message' })
    await user.click(send)
    expect(await screen.findByText('Test message sent to d•••@example.com')).toBeInTheDocument()
    server.use(http.post(at(`${url}/test`), () => refuse(409, { code: 'WRONG_STATE', message: 'No email address.' })))
    await user.click(send)
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('No email address.')
  })
})
