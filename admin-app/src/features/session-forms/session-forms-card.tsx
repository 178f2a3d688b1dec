import type { SessionForm } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useReadOnly } from '../../shared/archive/read-only'
import { ReminderOutcome } from '../../shared/desk/reminder-outcome'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { useArrival } from '../../shared/loading/use-arrival'
import { useOfferedCommand } from '../../shared/page-commands'
import { useAnnouncedChecks } from '../../shared/pdf-checks/announce-checks'
import { persistState } from '../../shared/persist-draft'
import { clientOf } from '../../shared/progress/progress-steps'
import {
  isDeclined,
  isInPacket,
  isOpenToClient,
  nextStepOf,
  sessionFormsQuery,
  wasDeclined,
} from '../../shared/session-documents'
import { Button, FolderGroup, groupByFolder, useReadyFolders } from '../../shared/shared-ui'
import { usePermission } from '../../shared/use-permission'
import { AddDocumentDialog, UploadPdf } from './add/add-document-dialog'
import { AddedNotice } from './add/added-notice'
import { CreateDocumentDialog } from './add/create-document-dialog'
import { useAdding } from './add/use-adding'
import { DeclinedNotice } from './declined-notice'
import { EditDocumentDialog } from './edit/edit-document-dialog'
import { RemindButton } from './edit/remind-button'
import { PacketButton } from './packet-button'
import styles from './session-forms-card.module.css'
import { nextOrderIndex } from './table/form-order'
import { SessionFormsTable } from './table/session-forms-table'
import { useFormOrder } from './table/use-form-order'
import { isUnsealed, UnsealedNotice } from './unsealed-notice'

const useOpenId = persistState<string | null>()

interface SessionFormsCardProps {
  readonly session: Session
  /** The section about the fields on a document's pages; `placing`: with their editor open, at whose end `close` is called. */
  readonly fields: (form: SessionForm, placing: boolean, close: () => void) => ReactNode
  /** Offers to place the fields of a document that was just added for this client. */
  readonly offer: (form: SessionForm, onPlace: () => void) => ReactNode
}

/** The documents of a session by folder. Their states are polled. */
export function SessionFormsCard({ session, fields, offer }: SessionFormsCardProps) {
  const { id: sessionId, session_code: sessionCode } = session
  const { data: fetched, isError, refetch } = useQuery(sessionFormsQuery(sessionId))
  const data = useArrival(useReadyFolders() ? fetched : undefined)
  const { forms, reorder } = useFormOrder(sessionId, data)
  useAnnouncedChecks(data)
  const add = useAdding(sessionId, forms)
  const [openId, setOpenId] = useOpenId(sessionId, null)
  const [own, setOwn] = useState<{ readonly id: string; readonly placing: boolean } | null>(null)
  const readOnly = useReadOnly()
  const mayExport = usePermission('clients.export')
  useOfferedCommand(forms === undefined || readOnly ? null : 'Add Document', add.choose)
  const opened = forms?.find(({ id }) => id === openId)
  const offered = own?.placing === false ? forms?.find(({ id }) => id === own.id) : undefined
  const close = () => {
    setOpenId(null)
    if (own?.placing) setOwn(null)
  }
  const showOwn = (id: string, placing: boolean) => {
    setOwn({ id, placing })
    if (placing) setOpenId(id)
  }
  const awaited = forms?.find(isOpenToClient)
  const step = forms === undefined ? null : nextStepOf(session, forms)
  return (
    <section className="card" aria-labelledby="session-forms">
      <header className="card-header">
        <h2 id="session-forms">Forms &amp; Documents</h2>
        <div className={styles.actions}>
          {step === 'remind' && !readOnly && awaited !== undefined && (
            <RemindButton form={awaited} label="Remind Client" primary />
          )}
          {mayExport && forms?.some(isInPacket) && (
            <PacketButton sessionCode={sessionCode} primary={step === 'download'} />
          )}
          {!readOnly && (
            <Button
              variant={forms === undefined || step === 'add' ? 'primary' : 'secondary'}
              onClick={add.choose}
              disabled={forms === undefined}
            >
              Add Document
            </Button>
          )}
        </div>
      </header>
      {forms === undefined && !isError && <Loading label="Loading forms..." />}
      {forms === undefined && isError && <LoadFailure message="The documents could not be loaded." retry={refetch} />}
      {forms?.length === 0 && (
        <div className="empty-state">
          <p>No documents linked yet.</p>
          <p>Add Document attaches forms from the library.</p>
          {!readOnly && <UploadPdf onChoose={add.create} />}
        </div>
      )}
      {offered !== undefined && offer(offered, () => showOwn(offered.id, true))}
      {forms !== undefined && session.sent_at !== null && !readOnly && (
        <AddedNotice forms={forms} added={add.addedIds} />
      )}
      {forms !== undefined && (
        <div className={styles.folders}>
          {forms.filter(isUnsealed).map((form) => (
            <UnsealedNotice key={form.id} form={form} onOpen={() => setOpenId(form.id)} />
          ))}
          {forms.filter(wasDeclined).map((form) => (
            <DeclinedNotice
              key={form.id}
              form={form}
              phone={session.client_phone}
              primary={step === 'answer-decline' && form.id === forms.find(isDeclined)?.id}
              onReplace={() => add.replace(form)}
              onOpen={() => setOpenId(form.id)}
            />
          ))}
          <div className="folder-tables">
            {groupByFolder(forms, { unfiled: '', order: 'alphabetical' }).map(({ name, items }) => (
              <FolderGroup key={name} name={name} count={items.length} unnamedLabel="No folder">
                <SessionFormsTable forms={items} onOpen={setOpenId} onReorder={reorder} />
              </FolderGroup>
            ))}
          </div>
        </div>
      )}
      {add.adding === 'existing' && forms !== undefined && (
        <AddDocumentDialog
          session={session}
          attached={forms}
          replaced={add.replaced}
          onCreate={() => add.create(null)}
          onUpload={add.create}
          onAdded={add.added}
          onClose={add.close}
        />
      )}
      {add.adding === 'new' && forms !== undefined && (
        <CreateDocumentDialog
          sessionId={sessionId}
          orderIndex={nextOrderIndex(forms)}
          file={add.file}
          onAdded={(added, isOwn, placing) => {
            add.added([added])
            if (isOwn) showOwn(added.id, placing)
          }}
          onClose={add.close}
        />
      )}
      {opened !== undefined && (
        <EditDocumentDialog
          key={opened.id}
          form={opened}
          client={clientOf(session)}
          phone={session.client_phone}
          fields={fields(opened, own?.placing === true && own.id === opened.id, close)}
          onReplace={() => {
            setOpenId(null)
            add.replace(opened)
          }}
          onClose={close}
        />
      )}
      <ReminderOutcome />
    </section>
  )
}
