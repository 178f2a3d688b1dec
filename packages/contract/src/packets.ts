import Type, { type Static } from 'typebox'
import { Id, Nullable, Timestamp } from './common.ts'

/** One sealed document of a packet. */
const PacketDocument = Type.Object({
  title: Nullable(Type.String()),
  file: Type.String({ description: 'Its name in the packet' }),
  sha256: Type.String({ description: 'Of the sealed PDF, hex' }),
  size: Type.Integer({ description: 'Bytes' }),
  envelope_id: Id,
  signed_at: Timestamp,
  completed_at: Timestamp,
})

/** `manifest.json` of a packet: what was in it when it was made. Its signature is beside it, in `manifest.json.p7s`. */
export const PacketManifest = Type.Object({
  agency: Type.String(),
  session_id: Id,
  made_at: Timestamp,
  documents: Type.Array(PacketDocument),
})
export type PacketManifest = Static<typeof PacketManifest>
