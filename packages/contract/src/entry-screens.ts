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

/** The bff fills in tokens such as `{{agency.name}}` and `{{fault}}`. */
export const EntryScreen = Type.Object({
  screen: ScreenName,
  language: Language,
  hasLogo: Type.Boolean(),
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
