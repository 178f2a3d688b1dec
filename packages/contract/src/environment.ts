import type { Static } from 'typebox'
import * as Type from 'typebox'

/** Settings in a served page, in `<script type="application/json" id="env">`. */
export const Environment = Type.Object({
  apiBase: Type.String({ description: 'Base of the API, such as /admin/_api or https://api.example.com' }),
  uiBase: Type.String({ description: 'Where shared-ui is served, ending in a slash' }),
  agency: Type.Object({
    name: Type.String(),
    phone: Type.Union([Type.String(), Type.Null()]),
    website: Type.Union([Type.String(), Type.Null()]),
    logo: Type.Union([Type.String(), Type.Null()], { description: 'URL of an image of the same origin' }),
  }),
  portalUrl: Type.String({ description: 'Public URL of the client portal, ending in /session/' }),
})
export type Environment = Static<typeof Environment>
