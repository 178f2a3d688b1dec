import type { Core } from './core.ts'
import { multipart, seedClient, seedForm, seedSession } from './session-fixtures.ts'

/** Each place where staff write rich text. `write` changes it and gives the status, `read` gives what is stored. */
export async function richTextFields(core: Core) {
  const admin = await core.admin()
  const journey = await seedSession(core)
  const form = await seedForm(core, journey)
  const clientId = await seedClient(core, admin)
  const upload = await multipart({ notes: '<p>first</p>' })
  const payload = Buffer.from(
    upload.payload
      .toString()
      .replace(
        /(--\S+)--\s*$/,
        '$1\r\ncontent-disposition: form-data; name="documents"; filename="a"\r\n\r\nx\r\n$1--\r\n',
      ),
  )
  const uploaded = await core.ask(admin, {
    method: 'POST',
    url: `/upload/${clientId}`,
    headers: upload.headers,
    payload,
  })
  const { id: documentId } = uploaded.json().files[0]
  const read = async (url: string) => (await core.ask(admin, { method: 'GET', url })).json()
  const change = async (method: 'PUT' | 'PATCH', url: string, body: object) =>
    (await core.ask(admin, { method, url, payload: body })).statusCode
  const url = `/clients/${clientId}/notes`
  const { id: noteId } = (await core.ask(admin, { method: 'POST', url, payload: { text: 'first' } })).json()
  const noteUrl = `${url}/${noteId}`
  const clientField = (field: string) => ({
    write: (text: string) => change('PUT', `/clients/${clientId}`, { [field]: text }),
    read: async () => (await read(`/clients/${clientId}`))[field],
  })
  return {
    'client notes': clientField('notes'),
    'client notes_2': clientField('notes_2'),
    'dated note': {
      // A note is never empty: something is visible before what is left of each text.
      write: (text: string) => change('PATCH', noteUrl, { text: `<p>.</p>${text}` }),
      read: async () => (await read(url)).notes[0].text.replace('<p>.</p>', ''),
    },
    'session form notes': {
      write: (text: string) => change('PUT', `/sessionforms/${form.id}`, { notes: text }),
      read: async () => (await read(`/sessionforms/session/${journey.session.id}`)).data[0].notes,
    },
    'global form notes': {
      write: (text: string) => change('PUT', `/global-forms/${form.form_id}`, { notes: text }),
      read: async () => (await read('/global-forms')).forms[0].notes,
    },
    'document notes': {
      write: (text: string) => change('PATCH', `/documents/${documentId}`, { notes: text }),
      read: async () => (await read(`/clients/${clientId}/documents`))[0].notes,
    },
  }
}
