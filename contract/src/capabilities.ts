import Type, { type Static } from 'typebox'

/** What this deployment can do, so that the apps offer nothing that would fail. */
export const Capabilities = Type.Object({
  pdf_upload: Type.Boolean(),
  esign_provider: Type.Union([Type.Literal('built-in'), Type.Literal('docusign')]),
})
export type Capabilities = Static<typeof Capabilities>
