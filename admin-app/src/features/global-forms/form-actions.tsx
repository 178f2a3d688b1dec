import { formFieldApi } from '@agency/contract/form-fields'
import { type GlobalForm, type GlobalFormUses, globalFormApi } from '@agency/contract/global-forms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { readRefusal } from '../../shared/api-error'
import { call } from '../../shared/call'
import { alert, alertFailure, confirm, prompt } from '../../shared/dialogs/dialogs'
import { closeUnlessDirty } from '../../shared/dialogs/discard-guard'
import { alertRefusal, serverMessage } from '../../shared/dialogs/save-dialog'
import { formPresetsQuery } from '../../shared/form-picker/form-presets'
import { counted } from '../../shared/formatting'
import { formFieldsKey, globalFormsQuery } from '../../shared/new-form/create-form'
import { needsPassword } from '../../shared/new-form/new-form'
import { AcceptLossesButton } from '../../shared/pdf-checks/accept-losses-button'
import { Button } from '../../shared/shared-ui'
import { callPdfUpload } from '../../shared/upload-pdf'

const explain = serverMessage('WRONG_STATE', 'PDF_REFUSED', 'TOO_LARGE')

interface FormActionsProps {
  readonly form: GlobalForm
  /** Whether the dialog has unsaved texts, which archiving and deleting would lose. */
  readonly dirty: boolean
  /** Called after the form is gone from the list. */
  readonly onGone: () => void
}

/** Replaces the PDF of a form, archives or restores it, or deletes it while no document was made from it. */
export function FormActions({ form, dirty, onGone }: FormActionsProps) {
  const refresh = useRefreshForms()
  const archive = useMutation({
    mutationFn: (archived: boolean) => call(globalFormApi.update, { params: { id: form.id }, body: { archived } }),
    onSuccess: async () => {
      onGone()
      await refresh()
    },
    onError: (error) => alertFailure('Error saving form. See console for details.', error),
  })
  const remove = useMutation({
    mutationFn: () => call(globalFormApi.remove, { params: { id: form.id } }),
    onSuccess: async () => {
      onGone()
      await refresh()
    },
    onError: (error) => alertRefusal('The form could not be deleted. Please try again.', error, explain),
  })
  const ask = useMutation({
    mutationFn: async (act: (uses: GlobalFormUses) => Promise<void>) =>
      act(await call(globalFormApi.uses, { params: { id: form.id } })),
    onError: (error) => alertFailure('The uses of this form could not be loaded. Please try again.', error),
  })
  const askAndArchive = async (uses: GlobalFormUses) => {
    const message = `${usesText(uses)} Its documents are kept. The form is not offered until you restore it.`
    if (await confirm(message, { title: 'Archive this form?', confirmLabel: 'Archive' })) archive.mutate(true)
  }
  const askAndDelete = async (uses: GlobalFormUses) => {
    if (uses.documents > 0 || form.docusign_template_id !== null) return askAndArchive(uses)
    const typed = await prompt(`${usesText(uses)} Type “delete” to delete it for good.`, { title: 'Delete this form?' })
    if (typed?.trim().toLowerCase() === 'delete') remove.mutate()
  }
  const busy = archive.isPending || remove.isPending || ask.isPending
  const start = (act: (uses: GlobalFormUses) => Promise<void>) => {
    if (!busy) void closeUnlessDirty(dirty, () => ask.mutate(act))
  }
  if (form.archived_at !== null)
    return (
      <Button variant="secondary" busy={busy} onClick={() => archive.mutate(false)}>
        Restore
      </Button>
    )
  return (
    <>
      {form.type === 'PDF' && <ReplaceButton form={form} />}
      <Button variant="secondary" busy={archive.isPending} aria-disabled={busy} onClick={() => start(askAndArchive)}>
        Archive
      </Button>
      <Button
        variant="secondary"
        className="quiet-danger"
        busy={remove.isPending}
        busyLabel="Deleting..."
        aria-disabled={busy}
        onClick={() => start(askAndDelete)}
      >
        Delete
      </Button>
    </>
  )
}

/** `4 documents were made from it, 1 of them open. It is in the preset “Renewal”.` */
function usesText({ documents, open, presets }: GlobalFormUses): string {
  const made =
    documents === 0
      ? 'No document was made from it.'
      : `${documents === 1 ? '1 document was' : `${documents} documents were`} made from it, ${open} of them open.`
  if (presets.length === 0) return made
  const names = presets.map((name) => `“${name}”`).join(', ')
  return `${made} It is in the ${presets.length === 1 ? 'preset' : 'presets'} ${names}.`
}

function ReplaceButton({ form }: { readonly form: GlobalForm }) {
  const refresh = useRefreshForms()
  const queryClient = useQueryClient()
  const chooser = useRef<HTMLInputElement>(null)
  const replace = useMutation({
    mutationFn: async (file: File) => {
      const before = await countFields(form)
      const replaced = await replaceAsking(form.id, file)
      return replaced && { replaced, before, after: await countFields(replaced) }
    },
    onSuccess: async (done) => {
      if (done === undefined) return
      const { replaced, before, after } = done
      await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: formFieldsKey(form.id) })])
      if (replaced.pdf_check !== null) return
      const lost =
        after < before
          ? ` ${before - after} of its ${counted(before, 'field')} would be beyond the new pages, and were removed: please place them anew.`
          : ''
      await alert(
        `The PDF was replaced: version ${replaced.file_version}. Existing documents keep the previous version.${lost}`,
      )
    },
    onError: (error) => alertRefusal('The PDF could not be replaced. Please try again.', error, explain),
  })
  const ask = async (file: File) => {
    const question = `Replace the PDF of ${form.title || 'this form'} with ${file.name}? Documents that are attached from now on have it. This takes effect at once, and the former PDF can't be brought back. Placed fields that would be beyond its pages are removed.`
    if (await confirm(question, { confirmLabel: 'Replace' })) replace.mutate(file)
  }
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept="application/pdf,.pdf"
        aria-label="New version of the PDF"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again after a failure.
          target.value = ''
          if (file !== undefined) void ask(file)
        }}
      />
      <Button
        variant="secondary"
        busy={replace.isPending}
        busyLabel="Uploading..."
        onClick={() => chooser.current?.click()}
      >
        Replace PDF
      </Button>
    </>
  )
}

/** How many fields are placed on a PDF to sign. */
async function countFields({ id, has_file, requires_signature }: GlobalForm): Promise<number> {
  if (!has_file || !requires_signature) return 0
  return (await call(formFieldApi.read, { params: { id } })).fields.length
}

/** Replaces a PDF, and asks for its password as long as it needs one. @returns undefined when that was declined */
async function replaceAsking(id: string, file: File): Promise<GlobalForm | undefined> {
  for (let password: string | null = null; ; ) {
    const form = new FormData()
    if (password !== null) form.set('pdf_password', password)
    form.set('file', file)
    try {
      return await callPdfUpload(globalFormApi.replaceFile, { params: { id }, form })
    } catch (error) {
      const body = readRefusal(error)?.body
      if (!needsPassword(body?.code)) throw error
      const options = { title: 'This PDF is locked', label: 'Password of the PDF', password: true }
      password = await prompt(body?.message ?? '', options)
      if (password === null) return undefined
    }
  }
}

/** Dismisses the refusal of a new PDF, whose form keeps the present one. The focus moves to the dialog around it. */
export function DismissRefusal({ form }: { readonly form: GlobalForm }) {
  const refresh = useRefreshForms()
  const button = useRef<HTMLSpanElement>(null)
  const dismiss = useMutation({
    mutationFn: () => call(globalFormApi.dismissRefusal, { params: { id: form.id } }),
    onSuccess: async () => {
      // The button is removed.
      button.current?.closest<HTMLElement>('[role="dialog"]')?.focus()
      await refresh()
    },
    onError: (error) => alertRefusal('The message could not be dismissed. Please try again.', error, explain),
  })
  return (
    <span ref={button}>
      <Button variant="secondary" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
        Dismiss
      </Button>
    </span>
  )
}

/** Uses a refused PDF with what it loses. */
export function AcceptLosses({ form: { id, pdf_check, requires_signature } }: { readonly form: GlobalForm }) {
  const refresh = useRefreshForms()
  return (
    <AcceptLossesButton
      check={pdf_check}
      file={`global-forms/${id}/file?refused=true`}
      requiresSignature={requires_signature}
      accept={(body) => call(globalFormApi.acceptLosses, { params: { id }, body })}
      onAccepted={refresh}
    />
  )
}

/** Refetches the library and the presets, which leave out archived forms. */
export function useRefreshForms(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      [globalFormsQuery, formPresetsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    )
  }
}
