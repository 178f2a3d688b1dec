import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Strict, Timestamp, Version } from './common.ts'
import { route } from './route.ts'

export const ReminderPlan = Strict({
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 365 }), {
    maxItems: 20,
    description: 'Days after the session was sent, rising',
  }),
  repeat_days: Type.Integer({ minimum: 0, maximum: 90, description: 'Days from each later one to the next; 0: none' }),
  most: Type.Integer({ minimum: 0, maximum: 50, description: 'The most reminders of a session' }),
})
export type ReminderPlan = Static<typeof ReminderPlan>

const reminderStates = ['not-sent', 'by-hand', 'running', 'paused', 'opted-out', 'undelivered', 'ended'] as const

const scheduled = {
  kind: Type.Enum(['reminder', 'last-day'] as const),
  at: Timestamp,
}

export const SessionReminders = Type.Object({
  state: Type.Enum(reminderStates, {
    description:
      'not-sent: the session was not sent; by-hand: staff sent it themselves, so they remind; opted-out: they go by text, and the number gets no texts; undelivered: the last message was given up; ended: it waits for nothing more, or all reminders were sent',
  }),
  paused: Type.Boolean(),
  plan: Type.Union([ReminderPlan, Type.Null()], { description: 'null: the default plan of the agency' }),
  default_plan: ReminderPlan,
  next: Type.Union([Type.Object(scheduled), Type.Null()]),
  sent: Type.Array(Type.Object(scheduled), { description: 'The newest first' }),
  time_zone: Type.String({ description: 'Of the client, by ZIP code or state of the address' }),
  version: Version,
})
export type SessionReminders = Static<typeof SessionReminders>

export const UpdateSessionReminders = Strict({
  paused: Type.Optional(Type.Boolean()),
  plan: Type.Optional(Type.Union([ReminderPlan, Type.Null()])),
})
export type UpdateSessionReminders = Static<typeof UpdateSessionReminders>

export const sessionReminderApi = {
  read: route('GET', '/session/:code/reminders', { response: SessionReminders }),
  update: route('PUT', '/session/:code/reminders', { body: UpdateSessionReminders, response: SessionReminders }),
}
