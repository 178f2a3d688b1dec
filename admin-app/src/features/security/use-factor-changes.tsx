import { type NewAuthenticator, securityApi } from '@agency/contract/second-factors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../shared/call'
import { useConfirmation } from '../../shared/confirmation/confirmation-dialog'
import { securityKey } from '../../shared/confirmation/confirmations'
import { alert, prompt } from '../../shared/dialogs/dialogs'
import { alertRefusal, serverMessage } from '../../shared/dialogs/save-dialog'
import { AuthenticatorDialog } from './authenticator-form'
import { RecoveryCodesDialog } from './recovery-codes-dialog'

const loadPasskeys = () => import('../../shared/passkeys/passkeys')

/** Of one change; empty during the required set-up. */
type Confirmation = { readonly confirmation?: string }

interface FactorChangesOptions {
  /** Whether the required set-up is under way, which needs no confirmation. */
  readonly enrolling?: boolean
  /** Called when a factor was added and its recovery codes were seen. */
  readonly onAdded?: () => void
}

/** The changes of one's own second factors, and the dialogs that they need. */
export function useFactorChanges({ enrolling = false, onAdded }: FactorChangesOptions = {}) {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState<NewAuthenticator | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const { confirm, dialog } = useConfirmation()

  /** Makes a change, confirmed by the person; failures are alerted. */
  const change = async (make: (confirmed: Confirmation) => Promise<unknown>) => {
    const confirmation = enrolling ? undefined : await confirm()
    if (confirmation === null) return
    try {
      await make(confirmation === undefined ? {} : { confirmation })
      await queryClient.invalidateQueries({ queryKey: securityKey })
    } catch (failure) {
      await tell(failure)
    }
  }
  const added = (made: readonly string[]) => {
    if (made.length > 0) setCodes(made)
    else onAdded?.()
  }
  const finish = async (made: readonly string[]) => {
    setPending(null)
    added(made)
    await queryClient.invalidateQueries({ queryKey: securityKey })
  }
  const dialogs = (
    <>
      {dialog}
      {pending && <AuthenticatorDialog authenticator={pending} onAdded={finish} onClose={() => setPending(null)} />}
      {codes.length > 0 && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes([])
            onAdded?.()
          }}
        />
      )}
    </>
  )
  return {
    dialogs,
    setUpAuthenticator: () => change(async (body) => setPending(await call(securityApi.startAuthenticator, { body }))),
    removeAuthenticator: () => change((body) => call(securityApi.removeAuthenticator, { body })),
    addPasskey: async () => {
      const name = await askForName('Name this passkey, so that you can recognize it later.', 'Passkey')
      if (name !== null) await change(async (body) => added(await addPasskey(name, body)))
    },
    renamePasskey: async (id: string, old: string) => {
      const name = await askForName('Enter a new name for this passkey.', old)
      if (name !== null && name !== old)
        await change((confirmed) => call(securityApi.renamePasskey, { params: { id }, body: { name, ...confirmed } }))
    },
    removePasskey: (id: string) => change((body) => call(securityApi.removePasskey, { params: { id }, body })),
    renewCodes: () =>
      change(async (body) => setCodes((await call(securityApi.renewRecoveryCodes, { body })).recovery_codes)),
  }
}

/** Makes a passkey in this browser. @returns recovery codes, with the first factor of the account */
async function addPasskey(name: string, body: Confirmation): Promise<readonly string[]> {
  const { challenge, options } = await call(securityApi.challengeToAdd, { body })
  const { makePasskey } = await loadPasskeys().catch(loadPasskeys)
  const passkey = await makePasskey(options)
  return (await call(securityApi.addPasskey, { body: { challenge, name, passkey } })).recovery_codes
}

/** @returns null if it was cancelled or left empty */
async function askForName(message: string, defaultValue: string): Promise<string | null> {
  const name = (await prompt(message, { label: 'Name', defaultValue }))?.trim().slice(0, 60)
  return name || null
}

async function tell(failure: unknown): Promise<void> {
  if (failure instanceof Error && failure.name === 'PasskeyCancelledError')
    return alert('No passkey was added. This device may have one already, or you closed its dialog.')
  return alertRefusal('This could not be changed. Please try again.', failure, serverMessage('WRONG_STATE'))
}
