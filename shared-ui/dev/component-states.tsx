import { type ReactNode, useState } from 'react'
import { Button } from '../src/button/button.tsx'
import { type DialogRequest, Dialogs } from '../src/dialogs/dialogs.tsx'
import { FolderGroup } from '../src/folder-group/folder-group.tsx'
import { Modal, type ModalProps } from '../src/modal/modal.tsx'
import { RichText } from '../src/rich-text/rich-text.tsx'
import styles from './dev-page.module.css'

interface Scene {
  readonly name: string
  readonly height: number
  readonly render: () => ReactNode
}

const variants = ['primary', 'secondary', 'danger'] as const
const sizes = ['medium', 'large'] as const
const tones = [undefined, 'success', 'info', 'warning', 'danger'] as const
const note =
  '<p>A <strong>note</strong> with <em>marks</em>, <u>lines</u>, <s>errors</s> and <a href="https://example.com/" rel="noopener noreferrer">a link</a>.</p><p data-align="center">Centered</p><ul><li><p>one</p></li><li><p>two</p></li></ul><ol><li><p>first</p></li></ol>'
const ignore = () => undefined

function Buttons() {
  return sizes.map((size) =>
    [false, true].map((busy) => (
      <div key={`${size}-${busy}`} className={styles.row}>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} size={size} busy={busy} busyLabel="Saving...">
            {variant}
          </Button>
        ))}
        <Button size={size} busy={busy} disabled>
          disabled
        </Button>
        <Button variant="secondary" size={size} busy={busy} aria-pressed="true">
          pressed
        </Button>
      </div>
    )),
  )
}

function Notes({ start, readOnly = false }: { readonly start: string; readonly readOnly?: boolean }) {
  const [value, setValue] = useState(start)
  return (
    <RichText label={readOnly ? 'Read-only notes' : 'Notes'} value={value} onChange={setValue} readOnly={readOnly} />
  )
}

function Surfaces() {
  return (
    <>
      <div className={styles.row}>
        {tones.map((tone) => (
          <span key={tone ?? 'neutral'} className="badge" data-tone={tone}>
            {tone ?? 'neutral'}
          </span>
        ))}
      </div>
      {tones.map((tone) => (
        <div key={tone ?? 'neutral'} className="notice" data-tone={tone}>
          A {tone ?? 'neutral'} notice.
        </div>
      ))}
      <section className="card">
        <header className="card-header">
          <h2>Card</h2>
          <Button variant="secondary">Edit</Button>
        </header>
        <div className="empty-state">
          <p>No clients found.</p>
        </div>
        <span className="skeleton" aria-hidden="true" style={{ height: 48 }} />
      </section>
    </>
  )
}

function Forms() {
  return (
    <div className="field-grid">
      <div className="field">
        <label htmlFor="email">E-mail</label>
        <input id="email" defaultValue="ana@example.com" aria-describedby="email-hint" />
        <p className="field-hint" id="email-hint">
          A hint.
        </p>
      </div>
      <div className="field">
        <label htmlFor="phone">Phone</label>
        <input id="phone" aria-invalid="true" aria-describedby="phone-error" />
        <p className="field-error" id="phone-error">
          Please enter a phone number.
        </p>
      </div>
      <div className="field">
        <label htmlFor="status">Status</label>
        <select id="status">
          <option>Active</option>
        </select>
      </div>
      <div className="field">
        <label htmlFor="reason">Reason</label>
        <textarea id="reason" disabled defaultValue="Disabled" />
      </div>
      <label className="choice">
        <input type="checkbox" defaultChecked /> Signed
      </label>
    </div>
  )
}

function Table() {
  return (
    <table className="table">
      <thead>
        <tr>
          <th aria-sort="ascending">
            <button type="button">Client</button>
          </th>
          <th>Status</th>
        </tr>
      </thead>
      <tbody>
        {['Ana Alvarez', 'Bruno Costa'].map((name) => (
          <tr key={name} data-clickable>
            <td>{name}</td>
            <td>Active</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const folders = (
  <>
    <FolderGroup name="Plans" count={2} defaultOpen>
      <p>Content of the folder.</p>
    </FolderGroup>
    <FolderGroup name="Closed" count={12}>
      <p>Content of the folder.</p>
    </FolderGroup>
    <FolderGroup name="" count={0} unnamedLabel="No folder" defaultOpen>
      <p>Without a name.</p>
    </FolderGroup>
  </>
)

const modal = (name: string, props: Partial<ModalProps>): Scene => ({
  name: `Modal, ${name}`,
  height: 420,
  render: () => (
    <Modal
      open
      onOpenChange={ignore}
      title="Edit document"
      description="A description."
      footer={<Button>Save</Button>}
      {...props}
    >
      <Forms />
    </Modal>
  ),
})

const dialog = (name: string, request: DialogRequest): Scene => ({
  name: `Dialogs, ${name}`,
  height: 320,
  render: () => <Dialogs request={request} onAnswer={ignore} />,
})

/** Every component and shared style in every state. */
export const scenes: readonly Scene[] = [
  { name: 'Button', height: 440, render: () => <Buttons /> },
  { name: 'FolderGroup', height: 400, render: () => folders },
  {
    name: 'RichText',
    height: 760,
    render: () => (
      <>
        <Notes start="" />
        <Notes start={note} />
        <Notes start={note} readOnly />
      </>
    ),
  },
  { name: 'Badges, notices, cards', height: 760, render: () => <Surfaces /> },
  { name: 'Form controls', height: 380, render: () => <Forms /> },
  { name: 'Table', height: 200, render: () => <Table /> },
  modal('small', { size: 'small' }),
  modal('medium', { size: 'medium' }),
  modal('wide', { size: 'wide' }),
  modal('urgent, not dismissible', { urgent: true, dismissible: false }),
  dialog('alert', { kind: 'alert', title: 'Not saved', message: 'The server gave no answer.' }),
  dialog('confirm', { kind: 'confirm', message: 'Discard the changes?' }),
  dialog('confirm, danger', { kind: 'confirm', message: 'Delete the document?', danger: true, confirmLabel: 'Delete' }),
  dialog('prompt', { kind: 'prompt', message: 'Name the folder.', label: 'Folder', defaultValue: 'Plans' }),
  dialog('prompt, password', { kind: 'prompt', message: 'Enter your password.', label: 'Password', password: true }),
]
