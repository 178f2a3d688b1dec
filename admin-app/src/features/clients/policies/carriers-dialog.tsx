import { type Carrier, carrierApi } from '@agency/contract/carriers'
import { type PolicyLine, policyLineNames, policyLines } from '@agency/contract/policy-terms'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../../shared/call'
import { Field } from '../../../shared/controls/field'
import { alertFailure } from '../../../shared/dialogs/dialogs'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { onConflict, useSaveDialog } from '../../../shared/dialogs/save-dialog'
import { Button, Modal } from '../../../shared/shared-ui'
import { usePermission } from '../../../shared/use-permission'
import styles from './policies.module.css'
import { carriersQuery, refetchPolicies } from './policy-queries'

/** The carriers of the agency: add, change, archive and restore them. */
export function CarriersDialog({ onClose }: { readonly onClose: () => void }) {
  const mayWrite = usePermission('clients.write')
  /** Null adds one. */
  const [edited, setEdited] = useState<Carrier | null | undefined>(undefined)
  const { data, isError } = useQuery(carriersQuery)
  if (edited !== undefined) return <CarrierForm carrier={edited} onClose={() => setEdited(undefined)} />
  return (
    <Modal
      open
      onOpenChange={onClose}
      title="Carriers"
      size="medium"
      footer={
        <>
          {mayWrite && (
            <Button variant="secondary" onClick={() => setEdited(null)}>
              + Carrier
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {isError && <p role="alert">The carriers could not be loaded.</p>}
      {data?.carriers.length === 0 && <p>No carriers yet.</p>}
      <ul className={styles.entries}>
        {data?.carriers.map((carrier) => (
          <CarrierEntry key={carrier.id} carrier={carrier} {...(mayWrite && { onEdit: () => setEdited(carrier) })} />
        ))}
      </ul>
    </Modal>
  )
}

function CarrierEntry({ carrier, onEdit }: { readonly carrier: Carrier; readonly onEdit?: () => void }) {
  const { name, lines, phone, portal, code, archived } = carrier
  const queryClient = useQueryClient()
  const archive = useMutation({
    mutationFn: () => call(carrierApi.update, { params: { id: carrier.id }, body: { archived: !archived } }),
    onError: (error) => alertFailure('The carrier could not be changed. Please try again.', error),
    onSettled: () => refetchPolicies(queryClient),
  })
  return (
    <li className={styles.entry}>
      <p className={styles.head}>
        <strong>{name}</strong>
        {archived && <span className="badge">Archived</span>}
        <span className={styles.facts}>
          {[...lines.map((line) => policyLineNames[line]), phone, code && `code ${code}`].filter(Boolean).join(' · ')}
        </span>
      </p>
      <div className={styles.actions}>
        {portal !== null && (
          <a href={portal} target="_blank" rel="noreferrer">
            Portal of {name}
          </a>
        )}
        {onEdit !== undefined && (
          <>
            <button type="button" className="link-button" aria-label={`Edit ${name}`} onClick={onEdit}>
              Edit
            </button>
            <button
              type="button"
              className="link-button"
              aria-label={`${archived ? 'Restore' : 'Archive'} ${name}`}
              aria-disabled={archive.isPending}
              onClick={() => !archive.isPending && archive.mutate()}
            >
              {archived ? 'Restore' : 'Archive'}
            </button>
          </>
        )}
      </div>
    </li>
  )
}

const texts = [
  { name: 'phone', label: 'Phone', most: 100 },
  { name: 'portal', label: 'Portal', most: 500 },
  { name: 'code', label: 'Our code', most: 100 },
] as const

/** @param carrier null for a new one */
function CarrierForm({ carrier, onClose }: { readonly carrier: Carrier | null; readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    defaultValues: {
      name: carrier?.name ?? '',
      phone: carrier?.phone ?? '',
      portal: carrier?.portal ?? '',
      code: carrier?.code ?? '',
      lines: carrier?.lines ?? [],
    },
  })
  const modal = useSaveDialog({
    form,
    save: ({ name, lines, phone, portal, code }) => {
      const address = portal === '' || /^https?:/i.test(portal) ? portal : `https://${portal}`
      const body = { name, lines, phone: phone || null, portal: address || null, code: code || null }
      const saved =
        carrier === null
          ? call(carrierApi.add, { body })
          : call(carrierApi.update, { params: { id: carrier.id }, version: carrier.version, body })
      return saved.finally(() => refetchPolicies(queryClient))
    },
    onSaved: onClose,
    failure: 'The carrier could not be saved. Please try again.',
    explain: onConflict('Someone else has just changed this carrier. Close the dialog and open it again.'),
    names: ['name', 'phone', 'portal', 'code'],
  })
  const lines = form.watch('lines')
  const toggle = (line: PolicyLine) => {
    const chosen = lines.includes(line) ? lines.filter((other) => other !== line) : [...lines, line]
    form.setValue('lines', chosen, { shouldDirty: true })
  }
  return (
    <FormModal title={carrier === null ? 'Add Carrier' : `Edit ${carrier.name}`} {...modal} onClose={onClose}>
      <Field label="Name" error={form.formState.errors.name?.message}>
        {(ties) => (
          <input
            {...ties}
            maxLength={100}
            autoComplete="off"
            {...form.register('name', { required: 'Enter a name' })}
          />
        )}
      </Field>
      <fieldset className={styles.group}>
        <legend>Lines</legend>
        {policyLines.map((line) => (
          <label key={line} className="choice">
            <input type="checkbox" checked={lines.includes(line)} onChange={() => toggle(line)} />{' '}
            {policyLineNames[line]}
          </label>
        ))}
      </fieldset>
      {texts.map(({ name, label, most }) => (
        <Field key={name} label={label} error={form.formState.errors[name]?.message}>
          {(ties) => <input {...ties} maxLength={most} autoComplete="off" {...form.register(name)} />}
        </Field>
      ))}
    </FormModal>
  )
}
