import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { readPastedHtml, readPastedText } from './pasted-html.ts'
import styles from './rich-text.module.css'
import { richTextExtensions } from './rich-text-extensions.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import { withoutStyleAttributes } from './style-attributes.ts'

export interface RichTextProps {
  /** HTML. A value that `onChange` was not given lately replaces the text, and can't be undone. */
  value: string
  /** Called with HTML after each change; with '' when nothing is left. */
  onChange: (html: string) => void
  label?: string
  placeholder?: string
  id?: string
  readOnly?: boolean
  autoFocus?: boolean
  /** Takes pictures that were pasted; without it, the message about them offers nothing. */
  onPictures?: (files: readonly File[]) => void
}

/** The editor of notes: four marks, four alignments and undo in the toolbar; lists, links and line breaks are kept. */
export function RichText(props: RichTextProps) {
  // tiptap destroys an editor that React has not committed 1 ms after creating it. React delays the commit of what was
  // loaded during a Suspense fallback, but not that of an update from a layout effect.
  const [committed, setCommitted] = useState(false)
  useLayoutEffect(() => setCommitted(true), [])
  return committed && <RichTextEditor {...props} />
}

function RichTextEditor({
  value,
  onChange,
  label = 'Text',
  placeholder = 'Write something...',
  id,
  readOnly = false,
  autoFocus = false,
  onPictures,
}: RichTextProps) {
  const ownId = useId()
  const editorId = id ?? ownId
  // Given to `onChange` and not handed back yet, the oldest first, after the value that the editor had before.
  const emitted = useRef([value])
  const [pictures, setPictures] = useState(0)
  const [files, setFiles] = useState<readonly File[]>([])

  const editor = useEditor({
    extensions: richTextExtensions(placeholder),
    content: withoutStyleAttributes(value),
    editable: !readOnly,
    autofocus: autoFocus && 'end',
    injectCSS: false,
    editorProps: {
      attributes: editorAttributes(editorId, label, readOnly),
      transformPastedHTML: (html) => {
        // Copied from an editor of notes: it says which paragraphs are cut through.
        if (html.includes('data-pm-slice')) return withoutStyleAttributes(html)
        const pasted = readPastedHtml(html)
        setPictures(pasted.pictures)
        return pasted.html
      },
      transformPastedText: readPastedText,
      handlePaste: (_view, { clipboardData }) => {
        // `transformPastedHTML` counts those in HTML. Programs that copy text often add a picture of it.
        const html = clipboardData?.getData('text/html')
        const isTextAlone = clipboardData?.getData('text/plain') && !html
        const found = isTextAlone ? [] : picturesAmong(clipboardData?.files)
        setFiles(found)
        if (!html) setPictures(found.length)
        // Else the editor waits for content, and asks again 50 ms later.
        return !html && found.length > 0
      },
    },
    onUpdate: ({ editor: current }) => {
      const html = htmlOf(current)
      emitted.current.push(html)
      onChange(html)
    },
  })

  // tiptap keeps its own state: a value set from outside (another record, a reset) has to be put into it.
  useEffect(() => {
    const at = emitted.current.indexOf(value)
    if (at >= 0) {
      // Handed back, on a slow machine after more was typed.
      emitted.current.splice(0, at)
      return
    }
    emitted.current = [value]
    editor.commands.setContent(withoutStyleAttributes(value), { emitUpdate: false })
  }, [editor, value])

  return (
    <div className={styles.frame} data-state={readOnly ? 'read-only' : 'editable'}>
      {!readOnly && <RichTextToolbar editor={editor} label={label} controls={editorId} />}
      <EditorContent editor={editor} className={styles.content} />
      {pictures > 0 && (
        <p role="alert" className={styles.notice}>
          {pictureCount(pictures)} not pasted: notes hold text. Save each as a file and upload it to the client’s
          Documents.{' '}
          {onPictures !== undefined && files.length > 0 && (
            <button
              type="button"
              className={styles.offer}
              onClick={() => {
                onPictures(files)
                setPictures(0)
              }}
            >
              File {files.length === 1 ? 'it' : 'them'} now
            </button>
          )}
        </p>
      )}
    </div>
  )
}

const picturesAmong = (files: FileList | undefined): File[] =>
  [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))

const pictureCount = (count: number): string => (count === 1 ? 'A picture was' : `${count} pictures were`)

function editorAttributes(id: string, label: string, readOnly: boolean): Record<string, string> {
  const attributes = { id, role: 'textbox', 'aria-label': label, 'aria-multiline': 'true' }
  // Read-only text stays focusable, so that the keyboard can scroll and copy it.
  return readOnly ? { ...attributes, 'aria-readonly': 'true', tabindex: '0' } : attributes
}

function htmlOf(editor: Editor): string {
  return editor.isEmpty ? '' : editor.getHTML()
}
