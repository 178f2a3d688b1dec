import Type, { type Static } from 'typebox'
import { Strict, Timestamp } from './common.ts'

/** The browser knows what day it is where the staff are: the server must not guess. */
export const DashboardFiguresQuery = Strict({
  date: Type.String({ format: 'date', description: 'DashboardFigures, where the browser is' }),
  since: Type.Optional(
    Type.String({ format: 'date-time', description: 'When yesterday began there; in UTC without it' }),
  ),
})
export type DashboardFiguresQuery = Static<typeof DashboardFiguresQuery>

/** What needs doing; each number is that of a list. */
export const DashboardFigures = Type.Object({
  overdue: Type.Integer({ description: 'Follow-ups before today: GET /clients?follow_up=overdue' }),
  coming: Type.Integer({ description: 'Follow-ups today and on the seven days after: GET /clients?follow_up=coming' }),
  waiting: Type.Integer({ description: 'Sessions that wait for the client: GET /sessions?status=waiting' }),
  signed: Type.Integer({ description: 'Documents signed since yesterday began: GET /sessions?signed_since=' }),
  unsealed: Type.Integer({
    description: 'Documents that are signed and could not be sealed: GET /sessions?status=sealing_failed',
  }),
  proposals: Type.Integer({ description: 'Clients with undecided proposals: GET /clients?proposals=open' }),
  signed_since: Timestamp,
})
export type DashboardFigures = Static<typeof DashboardFigures>
