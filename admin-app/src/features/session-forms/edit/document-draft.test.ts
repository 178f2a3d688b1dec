import { describe, expect, test } from 'vitest'
import { sessionForm } from '../../../testing/fixtures'
import { changeOf, draftOf } from './document-draft'

const signed = sessionForm({
  title: 'Consent',
  folder: 'Intake',
  notes: '<p>Ask first</p>',
  status: 'completed',
  sent_at: '2026-11-19T15:04:05.000Z',
  read_at: '2026-11-19T16:04:05.000Z',
  signed_at: '2026-11-20T17:04:05.000Z',
})

describe('the change of a document', () => {
  test('[SE-09] given dates, when one is changed and one emptied, then untouched ones keep their time and the empty one is null', () => {
    const draft = { ...draftOf(signed), folder: '', sent_at: '', read_at: '2026-01-02' }
    expect(changeOf(draft, signed, [])).toEqual({
      session_id: signed.session_id,
      title: 'Consent',
      folder: null,
      notes: '<p>Ask first</p>',
      status: 'completed',
      created_at: signed.created_at,
      sent_at: null,
      read_at: new Date(2026, 0, 2, 12).toISOString(),
      signed_at: signed.signed_at,
      source_template_id: null,
    })
  })

  test('given fixed fields, when the rest is saved, then the fixed ones are not sent', () => {
    const change = changeOf(draftOf(signed), signed, ['title', 'signed_at'])
    expect(change).not.toHaveProperty('title')
    expect(change).not.toHaveProperty('signed_at')
    expect(change).toHaveProperty('folder', 'Intake')
  })

  test('given notes without visible text, when they are saved, then null is sent', () => {
    expect(changeOf({ ...draftOf(signed), notes: '<p> </p>' }, signed, [])).toHaveProperty('notes', null)
  })
})
