import type { DialogName } from '@agency/contract/client-fields'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FolderGroup } from '../../../shared/shared-ui'
import { type FieldGroup, groupFields, type RecordField } from '../record/record-fields'
import { RecordControl } from './record-control'
import type { Draft } from './record-draft'
import styles from './record-groups.module.css'

/** The number of groups that start open without data. Groups of other dialogs can't be folded. */
const openAtStart: Partial<Record<DialogName, number>> = { dependents: 1, beneficiaries: 1, family_history: 2 }

interface RecordGroupsProps {
  readonly dialog: DialogName
  readonly fields: readonly RecordField[]
  readonly form: UseFormReturn<Draft>
}

export function RecordGroups({ dialog, fields, form }: RecordGroupsProps) {
  const open = openAtStart[dialog]
  return groupFields(fields).map((group, index) => {
    if (group.name === null) return <Controls key="" group={group} form={form} />
    if (open === undefined) {
      return (
        <fieldset key={group.name} className={styles.group}>
          <legend>{group.name}</legend>
          <Controls group={group} form={form} />
        </fieldset>
      )
    }
    return <FoldingGroup key={group.name} name={group.name} group={group} form={form} openWhenEmpty={index < open} />
  })
}

interface ControlsProps {
  readonly group: FieldGroup
  readonly form: UseFormReturn<Draft>
}

function Controls({ group, form }: ControlsProps) {
  const wide = group.fields.some(({ kind }) => kind === 'rich-text')
  return (
    <div className={wide ? styles.stack : 'field-grid'}>
      {group.fields.map((field) => (
        <RecordControl key={field.name} field={field} form={form} />
      ))}
    </div>
  )
}

interface FoldingGroupProps extends ControlsProps {
  readonly name: string
  readonly openWhenEmpty: boolean
}

/** A group that can be folded, with the number of filled-in fields. An error inside opens it. */
function FoldingGroup({ name, group, form, openWhenEmpty }: FoldingGroupProps) {
  const values = form.watch(group.fields.map((field) => field.name))
  const filled = values.filter((value) => value !== '').length
  const [open, setOpen] = useState(openWhenEmpty || filled > 0)
  const wrong = group.fields.some((field) => form.formState.errors[field.name] !== undefined)
  return (
    <FolderGroup name={name} count={filled} open={open || wrong} onOpenChange={setOpen}>
      <Controls group={group} form={form} />
    </FolderGroup>
  )
}
