import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Nullable, Timestamp } from './common.ts'

const PacketDocument = Type.Object({
  title: Nullable(Type.String()),
  file: Type.String({ description: 'File name in the packet' }),
  sha256: Type.String({ description: 'Of the sealed PDF, hex' }),
  size: Type.Integer({ description: 'Bytes' }),
  envelope_id: Id,
  signed_at: Timestamp,
  completed_at: Timestamp,
})

/** `manifest.json` of a packet: its contents when it was made. The signature is `manifest.json.p7s` beside it. */
export const PacketManifest = Type.Object({
  agency: Type.String(),
  session_id: Id,
  made_at: Timestamp,
  documents: Type.Array(PacketDocument),
})
export type PacketManifest = Static<typeof PacketManifest>
