import type { ExportFormat } from '@agency/contract/exports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { today } from '../../../shared/dates/today'
import { alertFailure } from '../../../shared/dialogs/dialogs'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { downloadFile } from '../../../shared/files/protected-file'
import { revealHeaders } from '../../../shared/reveals/reveal-headers'
import { RevealReasonDialog } from '../../../shared/reveals/reveal-reason-dialog'
import { usePermission } from '../../../shared/use-permission'
import styles from './export-dialog.module.css'

interface ExportChoice {
  readonly whole: boolean
  readonly policies: boolean
  readonly sensitive: boolean
  readonly format: ExportFormat
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>

interface ExportDialogProps {
  readonly of: 'Clients' | 'Policies'
  readonly wholeLabel: string
  readonly sensitiveLabel: string
  /** Whether sensitive values are a part of what the list shows too. */
  readonly sensitiveInList: boolean
  /** Search, filters and order of the list, and what else the choice asks for. */
  readonly queryOf: (choice: ExportChoice) => Query
  readonly onClose: () => void
}

/** Saves all rows of a list as a table. */
export function ExportDialog({ of, queryOf, onClose, ...texts }: ExportDialogProps) {
  const [choice, setChoice] = useState<ExportChoice>({ whole: false, policies: true, sensitive: false, format: 'csv' })
  const change = (changes: Partial<ExportChoice>) => setChoice({ ...choice, ...changes })
  const maySeeSensitive = usePermission('clients.sensitive')
  const asksSensitive = maySeeSensitive && (choice.whole || texts.sensitiveInList)
  const save = useSave(of, onClose)
  const isZip = of === 'Clients' && choice.whole && choice.policies && choice.format === 'csv'
  return (
    <>
      <FormModal
        title={`Export ${of}`}
        description={`All ${of.toLowerCase()} that the list finds with its search and filters, in its order. The export is saved in Activity.`}
        size="small"
        dirty={false}
        busy={save.isPending}
        busyLabel="Exporting..."
        saveLabel="Export"
        onSubmit={() => {
          const chosen = { ...choice, sensitive: asksSensitive && choice.sensitive }
          save.mutate({ query: queryOf(chosen), sensitive: chosen.sensitive, extension: isZip ? 'zip' : choice.format })
        }}
        onClose={onClose}
      >
        <Choices
          legend="Content"
          value={choice.whole ? 'whole' : 'list'}
          options={{ list: 'What the list shows', whole: texts.wholeLabel }}
          onChoose={(content) => change({ whole: content === 'whole' })}
        />
        {of === 'Clients' && choice.whole && (
          <Check checked={choice.policies} onChange={(policies) => change({ policies })}>
            With their policies
          </Check>
        )}
        {asksSensitive && (
          <Check checked={choice.sensitive} onChange={(sensitive) => change({ sensitive })}>
            {texts.sensitiveLabel}
          </Check>
        )}
        <Choices
          legend="File"
          value={choice.format}
          options={{
            csv: isZip ? 'CSV (a ZIP file with one table of clients and one of policies)' : 'CSV',
            xlsx: 'XLSX (keeps zeros at the start of numbers)',
          }}
          onChoose={(format) => change({ format })}
        />
      </FormModal>
      <RevealReasonDialog />
    </>
  )
}

interface Save {
  readonly query: Query
  readonly sensitive: boolean
  readonly extension: string
}

function useSave(of: ExportDialogProps['of'], onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ query, sensitive, extension }: Save) => {
      const headers = sensitive ? await revealHeaders(queryClient, `export ${of}`) : {}
      await downloadFile(`${of.toLowerCase()}/export`, `${of} ${today()}.${extension}`, { query, headers })
    },
    onSuccess: onSaved,
    onError: (error) => alertFailure(`The ${of.toLowerCase()} could not be exported.`, error),
  })
}

interface ChoicesProps<Value extends string> {
  readonly legend: string
  readonly value: Value
  readonly options: Readonly<Record<Value, string>>
  readonly onChoose: (value: Value) => void
}

function Choices<Value extends string>({ legend, value, options, onChoose }: ChoicesProps<Value>) {
  const names = Object.keys(options).filter((name): name is Value => name in options)
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {names.map((name) => (
        <label key={name} className="choice">
          <input type="radio" name={legend} checked={value === name} onChange={() => onChoose(name)} /> {options[name]}
        </label>
      ))}
    </fieldset>
  )
}

interface CheckProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: string
}

const Check = ({ checked, onChange, children }: CheckProps) => (
  <label className="choice">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} /> {children}
  </label>
)
