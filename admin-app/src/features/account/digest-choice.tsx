import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { alertFailure } from '../../shared/dialogs/dialogs'
import { chooseDigest, digestQuery } from './account-api'

/** Asks for a summary of what is due by e-mail each morning. It takes effect at once. */
export function DigestChoice() {
  const queryClient = useQueryClient()
  const { data } = useQuery(digestQuery)
  const choose = useMutation({
    mutationFn: chooseDigest,
    onSuccess: (chosen) => queryClient.setQueryData(digestQuery.queryKey, chosen),
    onError: (error) => alertFailure('Your choice could not be saved. Please try again.', error),
  })
  const shown = choose.isPending ? choose.variables : data?.digest
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={shown ?? false}
        disabled={data === undefined}
        onChange={({ target }) => choose.mutate(target.checked)}
      />
      <span>
        Morning summary
        <span className="field-hint"> An email with what is due, each morning.</span>
      </span>
    </label>
  )
}
