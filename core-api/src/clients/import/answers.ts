import type { Database } from '../../platform/database/database.ts'
import type { StoredRow } from './import-row-repository.ts'
import type { Verdict } from './policies/check-policies.ts'

/** What staff have decided of an ambiguous row, and about what. */
export type Answer = Pick<StoredRow, 'decision' | 'client_id' | 'question' | 'candidates'>

/** The answers to the questions of a dry run, by the numbers of their rows. */
export async function listAnswers(db: Database, importId: string): Promise<Map<number, Answer>> {
  const rows = await db
    .selectFrom('client_import_rows')
    .select(['number', 'decision', 'client_id', 'question', 'candidates'])
    .where('import_id', '=', importId)
    .where('decision', 'is not', null)
    .execute()
  return new Map(rows.map(({ number, ...answer }) => [number, answer]))
}

/** The former answer to the same question about the same people. */
export function answered({ question, candidates }: Verdict, answer: Answer | undefined): Partial<Answer> {
  const isSame = question !== null && answer?.question === question && `${answer.candidates}` === `${candidates}`
  return isSame ? { decision: answer.decision, client_id: answer.client_id } : {}
}
