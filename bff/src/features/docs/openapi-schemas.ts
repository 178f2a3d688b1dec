import * as admins from '@agency/contract/admins'
import * as audit from '@agency/contract/audit'
import * as capabilities from '@agency/contract/capabilities'
import * as clients from '@agency/contract/clients'
import * as dashboardFigures from '@agency/contract/dashboard-figures'
import * as documents from '@agency/contract/documents'
import * as errors from '@agency/contract/errors'
import * as esign from '@agency/contract/esign'
import * as globalForms from '@agency/contract/global-forms'
import * as sessionForms from '@agency/contract/session-forms'
import * as sessions from '@agency/contract/sessions'
import Type from 'typebox'

const contract = {
  ...admins,
  ...audit,
  ...capabilities,
  ...clients,
  ...documents,
  ...errors,
  ...esign,
  ...globalForms,
  ...sessionForms,
  ...sessions,
  ...dashboardFigures,
}

/** JSON with sorted properties: equal for equal values. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`
}

const exported = Object.entries(contract).filter(
  ([, value]) => Type.IsObject(value) || Type.IsUnion(value) || Type.IsEnum(value),
)
const nameOf = new Map(exported.map(([name, schema]) => [canonical(schema), name]))

/** @returns the value with references, and `components.schemas` in alphabetical order */
export function referenceSchemas(value: unknown): { referenced: unknown; schemas: Record<string, unknown> } {
  const used = new Map<string, unknown>()
  const inside = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(replace)
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, replace(inner)]))
  }
  const replace = (node: unknown): unknown => {
    const name = typeof node === 'object' && node !== null ? nameOf.get(canonical(node)) : undefined
    if (name === undefined) return inside(node)
    if (!used.has(name)) {
      used.set(name, undefined)
      used.set(name, inside(node))
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  const referenced = replace(value)
  return { referenced, schemas: Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1))) }
}
