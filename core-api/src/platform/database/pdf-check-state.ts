import type { PdfCheck } from '@agency/contract/pdf-checks'
import { sql } from 'kysely'

export const pdfCheckState = sql<PdfCheck | null>`CASE WHEN pdf_checks.id IS NOT NULL THEN jsonb_build_object(
  'state', CASE WHEN pdf_checks.refusal IS NULL THEN 'checking' ELSE 'refused' END, 'message', pdf_checks.refusal)
  || CASE WHEN pdf_checks.losses IS NULL THEN '{}' ELSE jsonb_build_object('losses', pdf_checks.losses) END END`
