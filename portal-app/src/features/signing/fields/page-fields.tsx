import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { useNear } from '@agency/pdf-viewer/pdf-page'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { FieldBox } from './field-box.tsx'
import styles from './fields.module.css'
import type { FieldGuide } from './use-field-guide.ts'

interface PageFieldsProps {
  readonly guide: FieldGuide
  readonly page: PdfPage
  readonly width: number
}

/** Shows them in the order of filling in. A page far from the view has none, since a document may have a thousand. */
export function PageFields({ guide, page, width }: PageFieldsProps) {
  const { byPage, current, roomy, type, tap, save } = guide
  const overlay = useRef<HTMLDivElement>(null)
  const isNear = useNear(overlay)
  const hasFocus = useHasFocus(overlay)
  const index = page.number - 1
  const isShown = isNear || hasFocus || current?.page === index
  return (
    <div ref={overlay} className={styles.overlay}>
      {isShown &&
        byPage
          .get(index)
          ?.map((field) => (
            <FieldBox
              key={field.id}
              field={field}
              pageWidth={page.width}
              scale={width / page.width}
              roomy={roomy}
              current={current?.id === field.id}
              onValue={(value) => type(field, value)}
              onOpen={() => tap(field)}
              onLeave={save}
            />
          ))}
    </div>
  )
}

function useHasFocus(ref: RefObject<HTMLElement | null>): boolean {
  const [hasFocus, setFocus] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const enter = () => setFocus(true)
    const leave = () => setFocus(false)
    element.addEventListener('focusin', enter)
    element.addEventListener('focusout', leave)
    return () => {
      element.removeEventListener('focusin', enter)
      element.removeEventListener('focusout', leave)
    }
  }, [ref])
  return hasFocus
}
