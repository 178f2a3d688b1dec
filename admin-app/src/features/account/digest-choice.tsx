import { digestApi } from '@agency/contract/digests'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callQuery } from '../../shared/call'
import { alertFailure } from '../../shared/dialogs/dialogs'

const digestQuery = callQuery(['admins', 'me', 'digest'], digestApi.read)

/** Asks for a summary of what is due by e-mail each morning. It takes effect at once. */
export function DigestChoice() {
  const queryClient = useQueryClient()
  const { data } = useQuery(digestQuery)
  const choose = useMutation({
    mutationFn: (digest: boolean) => call(digestApi.choose, { body: { digest } }),
    onSuccess: (chosen) => queryClient.setQueryData(digestQuery.queryKey, chosen),
    onError: (error) => alertFailure('Your choice could not be saved. Please try again.', error),
  })
  const shown = choose.isPending ? choose.variables : data?.digest
  return (
    <div>
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
      <p className="field-hint" role="status">
        {choose.isSuccess && 'Saved.'}
      </p>
    </div>
  )
}
