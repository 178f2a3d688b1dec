import { useAsked } from '../shared/dialogs/dialogs'
import { Dialogs } from '../shared/shared-ui'

/** Shows the first of the questions that wait for an answer. */
export function DialogHost() {
  const asked = useAsked(({ queue }) => queue[0])
  // Not loaded before the first question; then it stays, so that it can give the focus back.
  const everAsked = useAsked(({ everAsked }) => everAsked)
  if (!everAsked) return null
  return <Dialogs request={asked?.request ?? null} onAnswer={(answer) => asked?.answer(answer)} />
}
