import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Strict, Timestamp } from './common.ts'
import { route } from './route.ts'

/** The browser sends the date, since only it knows the time zone of staff. */
export const DashboardFiguresQuery = Strict({
  date: Type.String({ format: 'date', description: 'Today in the time zone of the browser' }),
  since: Type.Optional(
    Type.String({ format: 'date-time', description: 'Start of yesterday in that time zone; in UTC without it' }),
  ),
})
export type DashboardFiguresQuery = Static<typeof DashboardFiguresQuery>

/** Figures of the dashboard; each is the length of a list. */
export const DashboardFigures = Type.Object({
  overdue: Type.Integer({
    description: 'Follow-ups before today, without cancelled clients: GET /clients?follow_up=overdue',
  }),
  coming: Type.Integer({ description: 'Follow-ups today and on the seven days after: GET /clients?follow_up=coming' }),
  waiting: Type.Integer({ description: 'Sessions that wait for the client: GET /sessions?status=waiting' }),
  signed: Type.Integer({
    description: 'Sessions with a document signed since yesterday began: GET /sessions?signed_since=',
  }),
  unsealed: Type.Integer({
    description: 'Sessions with a document that is signed and could not be sealed: GET /sessions?status=sealing_failed',
  }),
  declined: Type.Integer({ description: 'Declined sessions: GET /sessions?status=declined' }),
  proposals: Type.Integer({ description: 'Clients with undecided proposals: GET /clients?proposals=open' }),
  signed_since: Timestamp,
})
export type DashboardFigures = Static<typeof DashboardFigures>

export const dashboardApi = {
  figures: route('GET', '/clients/today', { query: DashboardFiguresQuery, response: DashboardFigures }),
}
