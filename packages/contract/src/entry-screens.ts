import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Language } from './esign.ts'

/** The portal's screens that the server renders; `other` stands for those that need script. */
export const ScreenName = Type.Enum(['code', 'passcode', 'gone', 'other'])
export type ScreenName = Static<typeof ScreenName>

/** The refusal of a form that was sent without script: `MISSING` for an empty field, or the code of the error answer. */
export const FormFault = Type.Object({
  code: Type.String(),
  retryAfter: Type.Union([Type.Number({ description: 'Seconds' }), Type.Null()]),
})
export type FormFault = Static<typeof FormFault>

/**
 * A screen as the portal's build renders it. The bff fills in the tokens, which are written `{{agency.name}}`: name,
 * initials, phone, telephone link, website and logo of the agency, and `{{fault}}`.
 */
export const EntryScreen = Type.Object({
  screen: ScreenName,
  language: Language,
  /** Whether it shows the agency's logo; otherwise its initials. */
  hasLogo: Type.Boolean(),
  /** Whether it shows why a form was refused. */
  hasFault: Type.Boolean(),
  title: Type.String(),
  html: Type.String(),
})
export type EntryScreen = Static<typeof EntryScreen>

/** The data that the build writes into `index.html`, in `<script type="application/json" id="screens">`. The bff removes it. */
export const EntryScreens = Type.Object({
  screens: Type.Array(EntryScreen),
  /** By language and code. `TOO_MANY_ATTEMPTS` is followed by the plural category, and has the token `{{minutes}}`. */
  faults: Type.Record(Type.String(), Type.Record(Type.String(), Type.String())),
  /** By language: scripts to preload. */
  scripts: Type.Record(Type.String(), Type.Array(Type.String())),
})
export type EntryScreens = Static<typeof EntryScreens>

/** The data that the bff writes into a page with such a screen, in `<script type="application/json" id="screen">`. */
export const ShownScreen = Type.Object({
  screen: ScreenName,
  language: Language,
  fault: Type.Union([FormFault, Type.Null()]),
})
export type ShownScreen = Static<typeof ShownScreen>
