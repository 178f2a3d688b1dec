import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Line, Nullable, Strict, Timestamp } from './common.ts'
import { FieldValues } from './form-fields.ts'
import { route } from './route.ts'

export const languages = ['en', 'es', 'pt'] as const
export const Language = Type.Enum(languages)
export type Language = (typeof languages)[number]

/** A name and no closed list, so that a provider is added in core-api alone. */
export const EsignProviderName = Type.String({
  description: '`built-in`, or the name of the connected provider, such as `docusign`',
})

export const signatureFonts = ['great-vibes', 'dancing-script', 'caveat'] as const
export type SignatureFont = (typeof signatureFonts)[number]

/** The disclosure before electronic signing (15 U.S.C. § 7001(c)). `text` is plain, with blank lines between paragraphs. */
export const Disclosure = Type.Object({
  version: Type.String(),
  language: Language,
  text: Type.String(),
  sha256: Type.String({ description: 'Of the text in UTF-8, hex' }),
})
export type Disclosure = Static<typeof Disclosure>

export const Consent = Type.Object({ ...Disclosure.properties, consented_at: Timestamp })
export type Consent = Static<typeof Consent>

export const ConsentBody = Strict({
  version: Line,
  language: Language,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type ConsentBody = Static<typeof ConsentBody>

export const TypedSignature = Strict({
  kind: Type.Literal('typed'),
  text: Type.String({ minLength: 1, maxLength: 120 }),
  font: Type.Enum(signatureFonts),
})
export type TypedSignature = Static<typeof TypedSignature>
export const DrawnSignature = Strict({
  kind: Type.Literal('drawn'),
  png: Type.String({ maxLength: 400_000, description: 'PNG, base64' }),
})

const signing = {
  name: Type.String({ minLength: 1, maxLength: 120, description: 'The name the signer confirms as their own' }),
  signature: Type.Union([TypedSignature, DrawnSignature]),
  initials: Type.Optional(TypedSignature),
  values: Type.Optional(FieldValues),
  language: Language,
  time_zone: Type.String({ maxLength: 60, description: 'IANA name' }),
}

/** The entries that the pages to be reviewed are made from: the same that are sent for signing. */
export const ReviewBody = Strict(signing)
export type ReviewBody = Static<typeof ReviewBody>

/** The header with the SHA-256 of the reviewed pages, hex. */
export const reviewHashHeader = 'x-review-sha256'

/** The adopted signature, the signer's stated intent, and the values of the document's fields. */
export const SignBody = Strict({
  ...signing,
  pages_viewed: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_000, description: 'How many pages were in view as a whole' }),
  ),
  review_sha256: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'Of the reviewed pages: these very bytes are sealed. Without it, the pages are made after signing',
    }),
  ),
})
export type SignBody = Static<typeof SignBody>

export const DeclineBody = Strict({
  reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S', description: 'Why the client does not sign' }),
})
export type DeclineBody = Static<typeof DeclineBody>

/** Whether a document with a given SHA-256 was sealed here, who signed it and when; only what the document states. */
export const Verification = Type.Union([
  Strict({
    known: Type.Literal(false),
    record_altered: Type.Optional(
      Type.Literal(true, { description: 'It was sealed here, but its records contradict one another' }),
    ),
  }),
  Strict({
    known: Type.Literal(true),
    signer: Nullable(Type.String({ description: 'The name that the signer confirmed' })),
    voided: Type.Boolean({ description: 'Signed and unchanged, but since voided by the agency' }),
    signed_at: Timestamp,
    completed_at: Timestamp,
    envelope_id: Id,
    pages: Nullable(Type.Integer({ description: 'Unknown for documents signed at another provider' })),
  }),
])
export type Verification = Static<typeof Verification>

export const TemplateSync = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  provider: EsignProviderName,
  created: Type.Integer(),
  updated: Type.Integer(),
  retired: Type.Integer({
    description:
      'Templates that the provider no longer has: they are not offered any more, and attached documents stay',
  }),
})
export type TemplateSync = Static<typeof TemplateSync>

/** `redirect` has an address of the provider, valid once, for a short time, and only sent to the client. */
export const SigningView = Type.Union([
  Type.Object({ kind: Type.Literal('embedded') }),
  Type.Object({ kind: Type.Literal('redirect'), url: Type.String() }),
  Type.Object({ kind: Type.Literal('elsewhere') }),
])
export type SigningView = Static<typeof SigningView>

export const EnvelopeAnswer = Type.Object({ success: Type.Boolean(), envelopeId: Type.String(), signing: SigningView })
export type EnvelopeAnswer = Static<typeof EnvelopeAnswer>

export const envelopeApi = {
  syncTemplates: route('POST', '/docusign/sync-templates', { response: TemplateSync }),
  send: route('POST', '/docusign/envelopes/:id', { response: EnvelopeAnswer }),
}
