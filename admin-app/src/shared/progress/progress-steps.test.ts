import { expect, test } from 'vitest'
import { session, sessionForm } from '../../testing/fixtures'
import { documentSteps, sessionSteps } from './progress-steps'

const at = (hour: number) => `2026-11-21T${hour}:00:00.000Z`
const opened = { sent_at: at(10), read_at: at(11) }

test.each([
  ['a signature', { ...opened, signed_at: at(12), status: 'completed' }, ['done', 'Signed', at(12), 'Maria Alvarez']],
  [
    'a refusal',
    { ...opened, status: 'declined', declined_at: at(12), declined_by: 'Maria' },
    ['failed', 'Declined', at(12), 'Maria'],
  ],
  [
    'a status set by hand',
    { status: 'completed', status_set_at: at(12), status_set_by: 'Dana' },
    ['done', 'Marked completed', at(12), 'set by Dana'],
  ],
  [
    'a reading',
    { ...opened, requires_signature: false, status: 'completed', completed_at: at(12) },
    ['done', 'Read', at(12), 'Maria Alvarez'],
  ],
  ['a void', { ...opened, status: 'voided' }, ['failed', 'Voided', null, null]],
  ['no end', opened, ['open', 'Signed', null, null]],
] as const)(
  'given a document with %s, when its steps are asked for, then the last one says it',
  (_what, changes, last) => {
    const steps = documentSteps(sessionForm(changes), 'Maria Alvarez')
    expect(steps).toHaveLength(4)
    const { state, label, at: when, who } = steps[3] ?? { state: null, label: null, at: null, who: null }
    expect([state, label, when, who]).toEqual(last)
  },
)

test('given a date that staff set, when the steps are built, then the step names staff and not the client', () => {
  const form = sessionForm({ read_at: at(11), dates_set: ['read_at'], dates_set_at: at(12), dates_set_by: 'Dana' })
  expect(documentSteps(form, 'Maria')[2]).toEqual({ label: 'Opened', state: 'done', at: at(11), who: 'set by Dana' })
})

test('given two documents, when the steps of their session are built, then the earlier opening counts', () => {
  const forms = [sessionForm({ read_at: at(15) }), sessionForm({ read_at: at(11) })]
  expect(sessionSteps(session(), forms).map((step) => step.at)).toEqual([session().created_at, null, at(11), null])
  const ended = session({ status: 'cancelled', marked_at: '2026-11-24T10:00:00.000Z', marked_by: 'Dana Reyes' })
  expect(sessionSteps(ended, forms)[3]).toEqual({
    label: 'Ended',
    state: 'failed',
    at: '2026-11-24T10:00:00.000Z',
    who: 'Dana Reyes',
  })
})

test('given a session that staff sent, when its steps are built, then it is sent, though no document was sent by itself', () => {
  const [, sent] = sessionSteps(session({ sent_at: at(10) }), [sessionForm({ sent_at: null })])
  expect(sent).toEqual({ label: 'Sent', state: 'done', at: at(10), who: null })
})

test.each([
  ['never handed over', {}, [{}], ['done', 'open', 'open', 'open']],
  ['handed over', { sent_at: at(10) }, [{ sent_at: at(10) }], ['done', 'done', 'open', 'open']],
  [
    'withdrawn after it was opened',
    { sent_at: at(10) },
    [{ status: 'voided', read_at: at(11) }, {}],
    ['done', 'done', 'done', 'open'],
  ],
  ['set to viewed by hand', {}, [{ status: 'viewed' }], ['done', 'open', 'done', 'open']],
  [
    'declined at once',
    { status: 'declined', sent_at: at(10) },
    [{ status: 'declined' }],
    ['done', 'done', 'skipped', 'failed'],
  ],
  ['ended as a draft', { status: 'cancelled' }, [{}], ['done', 'skipped', 'skipped', 'failed']],
] as const)(
  '[TR-02] given a session that is %s, when its steps are built, then they say what its status says',
  (_what, changes, forms, states) => {
    const documents = forms.map((form) => sessionForm(form))
    const steps = sessionSteps(session({ status: 'not_started', ...changes }), documents)
    expect(steps.map(({ state }) => state)).toEqual(states)
  },
)

test('given documents that are only read, when the steps are built, then nothing is said to be signed', () => {
  const read = sessionForm({ requires_signature: false })
  expect(sessionSteps(session(), [read]).at(-1)).toMatchObject({ label: 'Read' })
})
