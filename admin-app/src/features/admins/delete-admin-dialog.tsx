import type { Admin, AdminHoldings } from '@agency/contract/admins'
import { useState } from 'react'
import { fullName } from '../../shared/admin-queries'
import { Field } from '../../shared/controls/field'
import { FormModal } from '../../shared/dialogs/form-modal'
import { counted } from '../../shared/formatting'
import { OwnerOptions } from '../../shared/hand-over/owner-options'

const nobody = 'nobody'

interface DeleteAdminDialogProps {
  readonly admin: Admin
  readonly holdings: AdminHoldings
  readonly busy: boolean
  /** @param successor takes over the clients and shared views; null for nobody */
  readonly onDelete: (successor: string | null) => void
  readonly onClose: () => void
}

/** Asks who takes over the clients and the shared views of an admin that is deleted. */
export function DeleteAdminDialog({ admin, holdings, busy, onDelete, onClose }: DeleteAdminDialogProps) {
  const [successor, setSuccessor] = useState('')
  const name = fullName(admin) || admin.username
  const held = `${counted(holdings.clients, 'client')} and shares ${counted(holdings.shared_views, 'saved view')}`
  return (
    <FormModal
      title={`Delete ${name}?`}
      size="small"
      dirty={false}
      busy={busy}
      danger
      saveLabel="Delete"
      busyLabel="Deleting..."
      saveDisabled={successor === ''}
      onSubmit={() => onDelete(successor === nobody ? null : successor)}
      onClose={onClose}
    >
      <p>
        {name} looks after {held}. They are logged out at once, and this can't be undone.
      </p>
      <Field label="Who takes over?">
        {(control) => (
          <select {...control} value={successor} onChange={({ target }) => setSuccessor(target.value)}>
            {successor === '' && <option value="">Choose</option>}
            <option value={nobody}>Nobody: no owner, and the views are deleted</option>
            <OwnerOptions exceptId={admin.id} />
          </select>
        )}
      </Field>
    </FormModal>
  )
}
