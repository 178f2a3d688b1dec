import { MessageTemplate, type MessageTexts, messageTemplateApi } from '@agency/contract/message-templates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { Check } from 'typebox/value'
import { call } from '../../shared/call'
import { useConflictSave } from '../../shared/conflicts/use-conflict-save'
import { FormError } from '../../shared/controls/form-error'
import { alertFailure, confirm } from '../../shared/dialogs/dialogs'
import { usePageGuard } from '../../shared/dialogs/discard-guard'
import { alertRefusal, serverMessage } from '../../shared/dialogs/save-dialog'
import { paths } from '../../shared/paths'
import { persistEdit } from '../../shared/persist-draft'
import { Button } from '../../shared/shared-ui'
import { showToast } from '../../shared/toasts/toasts'
import { MessagePreview } from './message-preview'
import styles from './template-editor.module.css'
import { TemplateFields, textFields } from './template-fields'
import { templateQuery, templatesKey } from './template-queries'
import { TemplateVersions } from './template-versions'

const textsOf = ({ subject, body, text }: MessageTexts): MessageTexts => ({ subject, body, text })
const useEdit = persistEdit<MessageTemplate, MessageTexts>(textsOf)
const names = ['subject', 'body', 'text'] as const

/** The texts of a template with their preview and versions. */
export function TemplateEditor({ template }: { readonly template: MessageTemplate }) {
  const edit = useEdit(`${template.kind}/${template.language}`, template)
  const { form, base } = edit
  const { isDirty } = form.formState
  const navigate = useNavigate()
  const store = useStore((stored, sent) => {
    const typed = form.getValues()
    edit.rebase(stored)
    form.reset(textsOf(stored))
    // What was typed while the texts were on their way is not saved yet.
    for (const name of names)
      if (sent !== undefined && typed[name] !== sent[name]) form.setValue(name, typed[name], { shouldDirty: true })
    save.clear()
  })
  const save = useConflictSave({
    isItem: (value) => Check(MessageTemplate, value),
    edit,
    fields: textFields,
    save: async (draft, over) => store(await call(messageTemplateApi.update, { ...basedOn(over), body: draft }), draft),
    onSaved: () => showToast({ text: 'Template saved' }),
    failure: 'The template could not be saved. Please try again.',
    names,
    question: 'Someone else changed this template',
  })
  usePageGuard(isDirty, () => navigate(paths.messageTemplates))
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <form className={`card ${styles.form}`} aria-label="Texts" onSubmit={save.onSubmit}>
          <FormError text={save.modal.error} />
          <TemplateFields form={form} placeholders={template.placeholders} />
          <div className={styles.actions}>
            <Button type="submit" busy={save.busy} disabled={!isDirty}>
              Save
            </Button>
            <TestButton template={template} dirty={isDirty} />
            {base.edited && <ResetButton template={base} onReset={store} />}
          </div>
          {isDirty && <p className="field-hint">A test message has the saved texts. Save your changes first.</p>}
        </form>
        <TemplateVersions
          template={base}
          onRestore={(texts) => {
            for (const name of names) form.setValue(name, texts[name], { shouldDirty: true, shouldValidate: true })
          }}
        />
      </div>
      <MessagePreview template={template} texts={form.watch()} />
      {save.conflict}
    </div>
  )
}

const paramsOf = ({ kind, language }: MessageTemplate) => ({ kind, language })

/** Options of a call that changes this version. */
const basedOn = (template: MessageTemplate) => ({ params: paramsOf(template), version: template.version })

/** Shows a stored template everywhere. The function takes the template, and the texts that were sent if some were. */
function useStore(show: (stored: MessageTemplate, sent?: MessageTexts) => void) {
  const queryClient = useQueryClient()
  return async (stored: MessageTemplate, sent?: MessageTexts) => {
    queryClient.setQueryData(templateQuery(stored).queryKey, stored)
    show(stored, sent)
    await queryClient.invalidateQueries({ queryKey: [...templatesKey, 'list'] })
  }
}

function TestButton({ template, dirty }: { readonly template: MessageTemplate; readonly dirty: boolean }) {
  const send = useMutation({
    mutationFn: () => call(messageTemplateApi.test, { params: paramsOf(template) }),
    onSuccess: ({ to }) => showToast({ text: `Test message sent to ${to}` }),
    onError: (error) =>
      alertRefusal('The test message could not be sent. Please try again.', error, serverMessage('WRONG_STATE')),
  })
  return (
    <Button
      variant="secondary"
      disabled={dirty}
      busy={send.isPending}
      busyLabel="Sending..."
      onClick={() => send.mutate()}
    >
      Send test message
    </Button>
  )
}

interface ResetButtonProps {
  readonly template: MessageTemplate
  readonly onReset: (stored: MessageTemplate) => Promise<void>
}

function ResetButton({ template, onReset }: ResetButtonProps) {
  const reset = useMutation({
    mutationFn: async () => onReset(await call(messageTemplateApi.reset, basedOn(template))),
    onError: (error) => alertFailure('The template could not be reset. Please try again.', error),
  })
  const askAndReset = async () => {
    const question = 'Reset this template to the default texts? Your texts stay in the list of versions.'
    if (await confirm(question, { confirmLabel: 'Reset', danger: true })) reset.mutate()
  }
  return (
    <Button variant="secondary" className="quiet-danger" busy={reset.isPending} onClick={() => void askAndReset()}>
      Reset to default
    </Button>
  )
}
