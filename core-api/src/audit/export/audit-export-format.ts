import Type from 'typebox'
import { AnchorLeaf } from '../anchors/anchor.ts'

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const NullableText = Nullable(Type.String())

/** The first line of an exported trail. The file is JSON Lines; bytes are in base64, hashes in hex. */
export const ExportHead = Type.Object({
  format: Type.Literal('audit-trail'),
  version: Type.Literal(1),
  agency: Type.String(),
  chain: Type.String(),
  made_at: Type.String(),
})

export const ExportedEvent = Type.Object({
  position: Type.Integer(),
  hash: Type.String(),
  event: Type.Object({
    id: Type.String(),
    at: Type.String(),
    actor_kind: Type.String(),
    actor_id: NullableText,
    action: Type.String(),
    client_id: NullableText,
    session_id: NullableText,
    subject_id: NullableText,
    fields: Type.Array(Type.String()),
    address: NullableText,
    detail: NullableText,
  }),
  /** The reason for a reveal, in the words of staff. Stored beside the trail, so the hash covers the code in `detail` alone. */
  reason: Type.Optional(Type.String()),
})

/** The end of the exported chain, which the seal key signs. */
export const ExportEnd = Type.Object({
  chain: Type.String(),
  position: Type.Integer(),
  hash: Type.String(),
  made_at: Type.String(),
})

/** The newest anchor of this chain, and the Merkle path from the chain's end to the signed root. */
const ExportedAnchor = Type.Object({
  statement: Type.String(),
  signature: Type.String(),
  time_stamp: NullableText,
  leaf: AnchorLeaf,
  path: Type.Array(Type.Object({ side: Type.Enum(['left', 'right']), hash: Type.String() })),
})

export const ExportProof = Type.Object({
  end: Type.String(),
  signature: Type.String(),
  anchor: Nullable(ExportedAnchor),
})
