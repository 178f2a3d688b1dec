import Type, { type Static } from 'typebox'

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** The last verified event, and the row of its chain. Hashes are in hex. */
const LastEvent = Type.Object({
  chain: Type.String(),
  position: Type.Number(),
  hash: Type.String(),
  head: Nullable(Type.String()),
  head_position: Nullable(Type.Number()),
  carried_position: Nullable(Type.Number()),
})
export type LastEvent = Static<typeof LastEvent>

/** The progress of a verification. Another process can continue from here. */
export const VerificationProgress = Type.Object({
  phase: Type.Enum(['events', 'anchors', 'documents']),
  last: Nullable(LastEvent),
  holds: Type.Boolean(),
  chains: Type.Integer(),
  events: Type.Integer(),
  broken: Type.Array(Type.Object({ chain: Type.String(), position: Type.Integer() })),
  anchors: Type.Object({
    next: Type.Integer(),
    previous: Nullable(Type.String()),
    checked: Type.Integer(),
    last_at: Nullable(Type.String()),
    problems: Type.Array(Type.String()),
  }),
  documents: Type.Object({
    after: Nullable(Type.String()),
    checked: Type.Integer(),
    broken: Type.Array(Type.String()),
  }),
})
export type VerificationProgress = Static<typeof VerificationProgress>

export const newProgress = (): VerificationProgress => ({
  phase: 'events',
  last: null,
  holds: true,
  chains: 0,
  events: 0,
  broken: [],
  anchors: { next: 1, previous: null, checked: 0, last_at: null, problems: [] },
  documents: { after: null, checked: 0, broken: [] },
})
