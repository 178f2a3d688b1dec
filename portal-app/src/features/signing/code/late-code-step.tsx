import { type ComponentProps, lazy, Suspense } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { Loading } from '../../../shared/loading.tsx'
import { FormScreen } from '../form-screen.tsx'

const Step = lazy(async () => ({ default: (await import('./code-step.tsx')).CodeStep }))

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
