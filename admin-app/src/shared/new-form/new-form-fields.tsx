import { type ComponentProps, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../controls/field'
import { NotesField } from '../text/notes-field'
import { formKinds, type NewForm, titleOf, useNewFormRules } from './new-form'
import { PdfChooser } from './pdf-chooser'

interface NewFormProps {
  readonly form: UseFormReturn<NewForm>
}

export function KindField({ form }: NewFormProps) {
  return (
    <Field label="Form Type">
      {(ties) => (
        <select {...ties} {...form.register('kind')}>
          {formKinds.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function NewFormFields({ form }: NewFormProps) {
  const { control, register, watch, formState } = form
  const { errors } = formState
  const kind = watch('kind')
  return (
    <>
      {kind === 'pdf' && <PdfFields form={form} />}
      {kind === 'link' && (
        <Field label="External URL" error={errors.source?.message}>
          {(ties) => (
            <input {...ties} {...register('source')} type="url" placeholder="https://example.com" autoComplete="off" />
          )}
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
      <NotesField control={control} name="notes" error={errors.notes?.message} />
    </>
  )
}

function PdfFields({ form }: NewFormProps) {
  const { canUpload } = useNewFormRules(form)
  const choose = (file: File) => {
    form.clearErrors(['file', 'password'])
    const former = form.getValues('file')
    form.setValue('file', file, { shouldDirty: true })
    form.setValue('password', null)
    // The file name is the default title. A typed title is kept.
    if (['', former && titleOf(former)].includes(form.getValues('title')))
      form.setValue('title', titleOf(file), { shouldDirty: true })
  }
  return (
    <>
      {canUpload && (
        <PdfChooser
          file={form.watch('file')}
          error={form.formState.errors.file?.message}
          onChoose={choose}
          onRefuse={() => form.setError('file', { message: 'Only PDF files can be uploaded here.' })}
        />
      )}
      {form.watch('password') !== null && <PdfPasswordField form={form} />}
      <label className="choice">
        <input type="checkbox" {...form.register('requiresSignature')} /> The client has to sign this document
      </label>
      {form.watch('requiresSignature') && (
        <Field label="Reading">{(ties) => <ReadingChoice {...ties} {...form.register('reading')} />}</Field>
      )}
    </>
  )
}

/** What a client has to look at before signing. */
export function ReadingChoice(props: ComponentProps<'select'>) {
  return (
    <select {...props}>
      <option value="jump">Client jumps to the fields</option>
      <option value="every_page">Client must view every page</option>
    </select>
  )
}

/** Asks for the password of a PDF that does not open without. */
function PdfPasswordField({ form }: NewFormProps) {
  const { setFocus, register, formState } = form
  useEffect(() => setFocus('password'), [setFocus])
  return (
    <Field
      label="Password of the PDF"
      hint="It opens this file once, and is not stored."
      error={formState.errors.password?.message}
    >
      {(ties) => <input {...ties} {...register('password')} type="password" maxLength={1_000} autoComplete="off" />}
    </Field>
  )
}
