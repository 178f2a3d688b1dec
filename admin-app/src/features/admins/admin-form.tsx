import { adminRoles } from '@agency/contract/admin-roles'
import { Admin, type AdminRole, adminApi, type UpdateAdmin } from '@agency/contract/admins'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { Check } from 'typebox/value'
import { adminsKey } from '../../shared/admin-queries'
import { readRefusal } from '../../shared/api-error'
import { call } from '../../shared/call'
import { useConfirmation } from '../../shared/confirmation/confirmation-dialog'
import { type DraftField, useConflictSave } from '../../shared/conflicts/use-conflict-save'
import { fieldErrors } from '../../shared/controls/field-errors'
import { FormError } from '../../shared/controls/form-error'
import { confirm as ask } from '../../shared/dialogs/dialogs'
import { closeUnlessDirty, usePageGuard } from '../../shared/dialogs/discard-guard'
import { serverMessage } from '../../shared/dialogs/save-dialog'
import { renameLogin, useLogin } from '../../shared/login-store'
import { paths } from '../../shared/paths'
import { persistEdit } from '../../shared/persist-draft'
import { Button } from '../../shared/shared-ui'
import { useMayGrant, usePermission } from '../../shared/use-permission'
import { type AdminDraft, AdminFields } from './admin-fields'
import styles from './admin-form.module.css'
import { roleNames } from './role-names'

const fields: readonly DraftField<AdminDraft>[] = [
  { name: 'first_name', label: 'First Name' },
  { name: 'last_name', label: 'Last Name' },
  { name: 'email', label: 'Email' },
  { name: 'username', label: 'Username' },
  { name: 'role', label: 'Access Level' },
]

const blank: Admin = {
  id: '',
  email: '',
  username: '',
  role: 'standard',
  first_name: '',
  last_name: '',
  client_count: 0,
  version: 0,
}

const draftOf = ({ first_name, last_name, email, username, role }: Admin): AdminDraft => ({
  first_name,
  last_name,
  email,
  username,
  role,
  password: '',
})

const useEdit = persistEdit(draftOf)

/** The form of a staff member. @param admin whom to edit; null adds one */
export function AdminForm({ admin }: { readonly admin: Admin | null }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const edit = useEdit(admin?.id ?? 'new', admin ?? blank)
  const { form } = edit
  const { isDirty } = form.formState
  const { confirm, dialog } = useConfirmation()
  const isOwn = useLogin(({ login }) => admin !== null && login?.username === admin.username)
  const save = useConflictSave({
    isItem: (value) => Check(Admin, value),
    edit,
    fields,
    confirm: async ({ role }) => !isOwn || role === edit.base.role || askForOwnRole(edit.base.role, role),
    save: async (draft, base) => {
      const { password, ...profile } = draft
      const saved = admin === null ? await call(adminApi.create, { body: draft }) : await updateConfirmed(base, profile)
      if (admin !== null) renameLogin(admin.username, saved)
      await queryClient.invalidateQueries({ queryKey: adminsKey })
    },
    onSaved: () => navigate(paths.manage),
    failure: (error) => {
      for (const { name, message } of fieldErrors(error, draftNames)) form.setError(name, { message })
      return explain(error)
    },
    question: 'Someone else changed this admin',
  })
  /** One's own e-mail address is changed only by who is at the keyboard. */
  const updateConfirmed = async (base: Admin, profile: UpdateAdmin) => {
    try {
      return await update(base, profile)
    } catch (failure) {
      if (readRefusal(failure)?.body?.code !== 'CONFIRMATION_REQUIRED') throw failure
      const confirmation = await confirm()
      if (confirmation === null) throw failure
      return update(base, { ...profile, confirmation })
    }
  }
  const mayGrant = useMayGrant()
  const roles = adminRoles.filter((role) => mayGrant(role) || role === admin?.role)
  const mayManage = usePermission('admins.manage')
  const leave = () => navigate(paths.manage)
  usePageGuard(isDirty && !save.busy, leave)
  return (
    <>
      <form className={`card ${styles.form}`} onSubmit={save.onSubmit}>
        <FormError text={save.modal.error} />
        {!mayManage && <p className="notice">Only admins with power access may change staff.</p>}
        <fieldset className={styles.fields} disabled={!mayManage}>
          <legend className="visually-hidden">Account</legend>
          <AdminFields form={form} withPassword={admin === null} emailMissing={admin?.email === ''} roles={roles} />
        </fieldset>
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => void closeUnlessDirty(isDirty && !save.busy, leave)}>
            Cancel
          </Button>
          {mayManage && (
            <Button type="submit" busy={save.busy}>
              Save
            </Button>
          )}
        </div>
        {save.conflict}
      </form>
      {/* Outside the form, which would be submitted with it. */}
      {dialog}
    </>
  )
}

/** Nobody may grant more than they have: who lowers their own level can't raise it again, and every login ends. */
function askForOwnRole(from: AdminRole, to: AdminRole): Promise<boolean> {
  const [former, next] = [roleNames[from].name, roleNames[to].name]
  const text = `You lose the rights of the access level ${former}, and cannot take this back yourself: somebody else with it must. You are logged out and must log in again.`
  return ask(text, { title: `Change your own access level to ${next}?`, confirmLabel: 'Change', danger: true })
}

const draftNames = ['first_name', 'last_name', 'email', 'username', 'role', 'password'] as const

/**
 * The failure, with the server's message for errors that belong to no field, such as the last admin with power access.
 */
function explain(error: unknown): string {
  if (readRefusal(error)?.body?.code === 'CONFIRMATION_REQUIRED')
    return 'Nothing was saved. Confirm that it is you to change your email address.'
  const words = serverMessage('WRONG_STATE', 'FORBIDDEN')(error)
  return words === undefined ? 'Failed to save admin' : `Failed to save admin. ${words}`
}

const update = ({ id, version }: Admin, body: UpdateAdmin): Promise<Admin> =>
  call(adminApi.update, { params: { id }, version, body })
