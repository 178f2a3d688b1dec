import type { LoginOptions } from '@agency/contract/admins'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api'

/** What the login screen shows until it knows, and if it cannot know: the form alone. */
const formAlone: LoginOptions = { password: true, password_reset: false, providers: [] }

/** How staff can log in to this deployment. It does not change while the page is open. */
export const loginOptionsQuery = queryOptions({
  queryKey: ['login-options'],
  queryFn: async ({ signal }) => readOptions(await api().get('admin/login-options', { signal }).json()),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Parsed by hand: the login screen starts without the schema checker (decision 009). */
function readOptions(answer: unknown): LoginOptions {
  if (!isRecord(answer) || !Array.isArray(answer.providers)) return formAlone
  const providers = answer.providers.filter(isProvider)
  return { password: answer.password !== false, password_reset: answer.password_reset === true, providers }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isProvider = (value: unknown): value is LoginOptions['providers'][number] =>
  isRecord(value) && typeof value.id === 'string' && typeof value.label === 'string'
