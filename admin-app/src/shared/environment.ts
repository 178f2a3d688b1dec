import type { Environment } from '@agency/contract/environment'
import { createContext, useContext } from 'react'

export const EnvironmentContext = createContext<Environment | null>(null)

/** The settings in the page. @throws Error outside the app's providers */
export function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext)
  if (environment === null) throw new Error('useEnvironment needs an EnvironmentContext above it.')
  return environment
}
