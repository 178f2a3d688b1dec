import type { parameters } from './parameters.ts'

type Parameters = typeof parameters
type Values<Id> = Id extends keyof Parameters ? [values: Readonly<Record<Parameters[Id][number], string | number>>] : []

/** Gives a message in one language. An unknown id, and a missing or unknown parameter, fail the type check. */
export type Translate<Id extends string> = <Given extends Id>(id: Given, ...values: Values<Given>) => string

export type EntryMessageId = keyof typeof import('../entry/en.json')
export type PortalMessageId = keyof typeof import('../portal/en.json')
