import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { FieldBox } from './field-box.tsx'
import styles from './fields.module.css'
import type { FieldGuide } from './use-field-guide.ts'

interface PageFieldsProps {
  readonly guide: FieldGuide
  readonly page: PdfPage
  /** Width of the page in CSS pixels. */
  readonly width: number
}

/** The fields over one page, in the order in which they are filled in. */
export function PageFields({ guide, page, width }: PageFieldsProps) {
  const { fields, current, roomy, type, tap, save } = guide
  const here = fields.filter((field) => field.page === page.number - 1)
  return (
    <div className={styles.overlay}>
      {here.map((field) => (
        <FieldBox
          key={field.id}
          field={field}
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
