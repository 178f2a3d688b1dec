/** The page of a list that an address asks for, from 1; the first when it doesn't say, or says it wrongly. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 ? page : 1
}
