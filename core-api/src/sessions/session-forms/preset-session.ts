import { getFormPreset } from '../../library/global-forms/form-preset-service.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type StartSettings, startSessionWithin } from '../sessions/session-service.ts'
import { type AttachContext, attachFormsWithin } from './session-form-attachment.ts'
import { hasOpenSessionWith } from './session-form-repository.ts'

/** Lock the client first. @returns undefined if it has an open session with these @throws as the steps of staff */
export async function startPresetSession(
  context: Omit<AttachContext, 'call' | 'pdfs'> & { db: Transaction },
  { id, clientId, presetId }: { id: string; clientId: string; presetId: string },
  settings: StartSettings,
): Promise<string | undefined> {
  const { form_ids, session_type } = await getFormPreset(context.db, presetId)
  if (await hasOpenSessionWith(context.db, clientId, form_ids)) return undefined
  const session = { client_id: clientId, session_type: session_type ?? 'custom', make_passcode: true } as const
  const code = await startSessionWithin(context, id, session, settings)
  await attachFormsWithin(context, id, form_ids)
  return code
}
