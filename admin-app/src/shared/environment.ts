import { unnamedAgency } from '@agency/contract/agency'
import type { Environment } from '@agency/contract/environment'
import { createContext, useContext } from 'react'

export const EnvironmentContext = createContext<Environment | null>(null)

/** The settings in the page. @throws Error outside the app's providers */
export function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext)
  if (environment === null) throw new Error('useEnvironment needs an EnvironmentContext above it.')
  return environment
}

type ShownAgency = Environment['agency']

/** Shows the agency as it is set by now, in place of how the page was served. */
export const ShowAgencyContext = createContext<(agency: ShownAgency) => void>(() => undefined)

/** Whether the agency lacks what must be set before anything is sent to a client. */
export const isIncomplete = ({ name, phone }: ShownAgency): boolean => name === unnamedAgency || phone === null
