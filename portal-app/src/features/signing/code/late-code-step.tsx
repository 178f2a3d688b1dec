import { type ComponentProps, lazy, Suspense } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { Loading } from '../../../shared/loading.tsx'
import { FormScreen } from '../form-screen.tsx'

const load = async () => ({ default: (await import('./code-step.tsx')).CodeStep })
// A failed load is tried once more.
const Step = lazy(() => load().catch(load))

/** The step of the one-time code, loaded when a code is needed: not every agency asks for one. */
export function CodeStep(props: ComponentProps<typeof Step>) {
  const t = useMessages()
  return (
    <Suspense
      fallback={
        <FormScreen title={props.title}>
          <Loading text={t('loading')} />
        </FormScreen>
      }
    >
      <Step {...props} />
    </Suspense>
  )
}
