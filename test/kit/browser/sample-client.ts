import { readFileSync } from 'node:fs'
import { onePagePdf } from '../../../packages/pdf-signing/test/pdfs/sample-pdfs.ts'
import type { StaffApi } from '../api/staff-api.ts'
import { clientUrl } from '../product/product-address.ts'
import { acknowledge } from './portal-pages.ts'

/** Adds a client with data on every screen, and a session with documents. */
export async function addSampleClient(api: StaffApi, family: string) {
  const client = await api.addClient({
    client_first_name: 'Ida',
    client_last_name: family,
    dob: '1961-04-12',
    ssn: '123-45-6789',
    next_f_u_date: '2026-12-04',
    current_health_plan_name: 'Ambetter',
    dep2_name: 'Luis',
    notes: '<p><strong>Call</strong> back</p>',
  })
  const session = await api.startSession(client.id)
  const offer = await api.addPdf(onePagePdf, { title: `${family} offer`, folder: family })
  const source = clientUrl('/session/')
  const file = (name: string, path: string) => ({ name, mimeType: 'application/pdf', buffer: readFileSync(path) })
  await api.upload(client.id, file('Plan.pdf', onePagePdf), { folder: 'Plans', status: 'new' })
  const guide = await api.attach(session.id, { type: 'Link', title: 'Guide', folder: 'Reading', source })
  const rates = await api.attach(session.id, { type: 'Link', title: 'Rates', source })
  const signing = await api.attach(session.id, { form_id: offer.id })
  await acknowledge(session, guide.id)
  return { client, session, rates, signing }
}
