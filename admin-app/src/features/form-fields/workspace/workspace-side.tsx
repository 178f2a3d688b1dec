import type { FormField, FormFieldKind, ImportNote } from '@agency/contract/form-fields'
import { type RefObject, useState } from 'react'
import { fieldName, hasPlaceToSign, noPlaceToSign } from '../field-kinds'
import { isAlike, namesakesOf, sharedProperties } from '../field-names'
import { ImportNotes, lastingNotes } from '../import-notes'
import { boundTo } from '../panel/field-bindings'
import { FieldLists, type ListActions } from '../panel/field-list'
import { FieldPanel } from '../panel/field-panel'
import { type ProposalActions, ProposalList } from '../panel/proposal-list'
import { SelectionPanel } from '../panel/selection-panel'
import { overlapsOf } from '../placed-fields'
import styles from './field-workspace.module.css'
import type { useFieldCommands } from './use-field-commands'
import type { FieldEdit } from './use-field-edit'
import type { Proposals } from './use-proposals'

/** Errors by field id and property. */
export type FieldFaults = ReadonlyMap<string, Readonly<Record<string, string>>>

interface WorkspaceSideProps {
  readonly edit: FieldEdit
  readonly commands: ReturnType<typeof useFieldCommands>
  readonly armed: FormFieldKind | null
  readonly proposals: Proposals
  readonly onProposals: ProposalActions
  /** What became of the fields of the uploaded PDF. */
  readonly notes: readonly ImportNote[]
  readonly faults: FieldFaults
  readonly pages: number
  readonly listActions: RefObject<ListActions>
}

/** The properties of what is selected, and all fields in their order. */
export function WorkspaceSide({ edit, commands, notes, faults, pages, listActions, ...props }: WorkspaceSideProps) {
  const { selection, chosen } = commands
  // Properties above the list would move the questions that are typed in it.
  const [renaming, setRenaming] = useState(false)
  const [only] = chosen
  const count = chosen.length
  const namesakes = only === undefined || count > 1 ? [] : differingNamesakes(edit.fields, only)
  return (
    <div className={styles.side}>
      {!renaming && count === 1 && only !== undefined && (
        <FieldPanel
          key={only.id}
          field={only}
          namesakes={namesakes.length}
          covered={overlapsOf(edit.fields, only).map(fieldName)}
          pages={pages}
          faults={faults.get(only.id) ?? {}}
          onChange={(change, run) => commands.change(only, change, run)}
          onSpread={() =>
            commands.changeAll(new Set(namesakes.map(({ id }) => id)), () => sharedProperties(only), 'changed')
          }
          onDuplicate={commands.duplicate}
          onRemove={() => commands.remove(only.id)}
        />
      )}
      {!renaming && count > 1 && only !== undefined && (
        <SelectionPanel
          fields={chosen}
          onRole={(role) => commands.give(selection.ids, role)}
          onBind={(binding) => commands.changeAll(selection.ids, (field) => boundTo(field, binding), 'changed')}
          onAlign={commands.align}
          onDuplicate={commands.duplicate}
          onRemove={() => commands.remove(selection.focused ?? only.id)}
        />
      )}
      <ImportNotes notes={lastingNotes(notes)} />
      <ProposalList proposals={props.proposals} {...props.onProposals} />
      {edit.fields.length === 0 && (
        <p className={styles.none}>
          {props.armed === 'signature'
            ? 'No fields placed. Press the page where the client signs.'
            : 'No fields placed. The signature appears on the certificate page.'}
        </p>
      )}
      {edit.fields.length > 0 && !hasPlaceToSign(edit.fields) && <p className={styles.none}>{noPlaceToSign}</p>}
      <FieldLists
        fields={edit.fields}
        selected={selection.ids}
        faulty={new Set(faults.keys())}
        renaming={renaming}
        onRenaming={setRenaming}
        actions={listActions}
      />
    </div>
  )
}

/** The other fields with the name of one that differ from it in what fields of one name share. */
const differingNamesakes = (fields: readonly FormField[], field: FormField): FormField[] =>
  namesakesOf(fields, field).filter((other) => !isAlike(other, field))
