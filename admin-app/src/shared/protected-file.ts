import { queryOptions } from '@tanstack/react-query'
import { api } from './api'

/** The bytes of a protected file. They are dropped from memory once nothing shows them. */
export const fileQuery = (path: string) =>
  queryOptions({
    queryKey: ['file', path],
    queryFn: ({ signal }) => api().get(path, { signal }).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
