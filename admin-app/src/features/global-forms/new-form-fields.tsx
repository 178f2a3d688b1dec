import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../shared/field'
import { RichText } from '../../shared/shared-ui'
import type { NewForm } from './new-form'
import { PdfChooser } from './pdf-chooser'

/** The fields of a PDF or a link. */
export function NewFormFields({ form }: { readonly form: UseFormReturn<NewForm> }) {
  const { control, register, watch, formState } = form
  const { errors } = formState
  const kind = watch('kind')
  return (
    <>
      {kind === 'pdf' && <PdfFields form={form} />}
      {kind === 'link' && (
        <Field label="External URL" error={errors.source?.message}>
          {(ties) => <input {...ties} {...register('source')} type="url" placeholder="https://" autoComplete="off" />}
        </Field>
      )}
      <div className="field-grid">
        <Field label="Title" error={errors.title?.message}>
          {(ties) => <input {...ties} {...register('title')} maxLength={500} autoComplete="off" />}
        </Field>
        <Field label="Folder" error={errors.folder?.message}>
          {(ties) => <input {...ties} {...register('folder')} maxLength={500} autoComplete="off" />}
        </Field>
      </div>
      <div className="field">
        <span className="field-label">Notes</span>
        <Controller
          control={control}
          name="notes"
          render={({ field }) => <RichText label="Notes" value={field.value} onChange={field.onChange} />}
        />
      </div>
    </>
  )
}

function PdfFields({ form }: { readonly form: UseFormReturn<NewForm> }) {
  const choose = (file: File) => {
    form.clearErrors('file')
    form.setValue('file', file, { shouldDirty: true })
    // A title is nearly always the file's name; what was typed stays.
    if (form.getValues('title') === '') form.setValue('title', file.name.replace(/\.pdf$/i, ''), { shouldDirty: true })
  }
  return (
    <>
      <PdfChooser
        file={form.watch('file')}
        error={form.formState.errors.file?.message}
        onChoose={choose}
        onRefuse={() => form.setError('file', { message: 'Only PDF files can be uploaded here.' })}
      />
      <label className="choice">
        <input type="checkbox" {...form.register('requiresSignature')} /> The client has to sign this document
      </label>
    </>
  )
}
