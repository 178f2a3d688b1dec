// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component, type ComponentType, type ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadSharedUi, preloadedComponent, Remote, remoteSource, useSettled } from './load.tsx'
import { provideSharedUiSource } from './source-container.ts'

interface GreetingProps {
  readonly name: string
}
const Greeting = ({ name }: GreetingProps) => <p>Hello {name}</p>

class Outer extends Component<{ readonly children: ReactNode }> {
  override state = { message: '' }
  static getDerivedStateFromError(error: Error) {
    return { message: error.message }
  }
  override render() {
    return this.state.message || this.props.children
  }
}

function Broken(_props: GreetingProps): ReactNode {
  throw new Error('a fault of its own')
}

function view(load: () => Promise<ComponentType<GreetingProps>>) {
  const retryButton = (retry: () => void) => (
    <button type="button" onClick={retry}>
      Try again
    </button>
  )
  return (
    <Outer>
      <Remote source={remoteSource(load)} props={{ name: 'Ana' }} placeholder="Waiting" failure={retryButton} />
    </Outer>
  )
}

/** React reports errors that a boundary catches; here they are expected. */
const quiet = { onCaughtError: () => undefined }

afterEach(cleanup)

describe('Remote', () => {
  test('given a component on its way, when it arrives, then it replaces the placeholder and gets the props', async () => {
    let arrive = (_component: typeof Greeting) => {}
    const load = () => new Promise<typeof Greeting>((resolve) => (arrive = resolve))
    render(view(load))
    expect(screen.getByText('Waiting')).toBeInTheDocument()

    arrive(Greeting)

    expect(await screen.findByText('Hello Ana')).toBeInTheDocument()
    expect(screen.queryByText('Waiting')).not.toBeInTheDocument()
  })

  test('given a load that failed, when Try again is pressed, then the component is asked for anew', async () => {
    const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('down'))
    render(view(load), quiet)

    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))

    expect(await screen.findByText('Hello Ana')).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('given a component that throws by itself, when it renders, then it is not taken for a failed load', async () => {
    render(
      view(async () => Broken),
      quiet,
    )

    expect(await screen.findByText('a fault of its own')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })
})

test('given a component that was loaded before, when it is shown, then it is there at once; after a failed load it is asked for anew', async () => {
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new Error('down'))
  const source = remoteSource(load)
  const shown = <Remote source={source} props={{ name: 'Ana' }} placeholder="Waiting" failure={() => 'Failed'} />
  await source.preload()
  const { unmount } = render(shown)
  expect(screen.getByText('Waiting')).toBeInTheDocument()
  expect(await screen.findByText('Hello Ana')).toBeInTheDocument()
  unmount()

  await source.preload()
  render(shown)
  expect(screen.getByText('Hello Ana')).toBeInTheDocument()
})

test.each([
  ['arrives', (resolve: (component: typeof Greeting) => void) => resolve(Greeting)],
  ['fails', (_resolve: unknown, reject: (cause: Error) => void) => reject(new Error('down'))],
])(
  'given content that waits for a component, when that %s, then the content can be shown, from then on at once',
  async (_how, end) => {
    let finish = () => {}
    const source = remoteSource<GreetingProps>(
      () => new Promise((resolve, reject) => (finish = () => end(resolve, reject))),
    )
    function Waiting() {
      return useSettled(source) ? 'Rows' : 'Wait'
    }
    const { container, unmount } = render(<Waiting />)
    expect(container).toHaveTextContent('Wait')
    await act(async () => finish())
    expect(container).toHaveTextContent('Rows')
    unmount()

    const shown: ReactNode[] = []
    function Recorded() {
      const settled = useSettled(source)
      shown.push(settled)
      return null
    }
    render(<Recorded />)
    expect(shown).toEqual([true])
  },
)

const OwnGreeting = ({ name }: GreetingProps) => <p>Hi {name}</p>

describe('preloadedComponent', () => {
  test('given the app’s own one is mounted, when shared-ui’s comes, then it stays, and what is mounted later is shared-ui’s', async () => {
    let arrive = (_component: typeof Greeting) => {}
    const load = vi.fn(() => new Promise<typeof Greeting>((resolve) => (arrive = resolve)))
    const { Component: Preloaded } = preloadedComponent(OwnGreeting, load)
    render(<Preloaded name="Ana" />)
    const mounted = screen.getByText('Hi Ana')

    await act(async () => arrive(Greeting))
    render(<Preloaded name="Eva" />)

    expect(screen.getByText('Hi Ana')).toBe(mounted)
    expect(screen.getByText('Hello Eva')).toBeInTheDocument()
    expect(load).toHaveBeenCalledOnce()
  })

  test('given shared-ui’s can’t be loaded, when one is mounted, then it is the app’s own', async () => {
    const { Component: Preloaded, preload } = preloadedComponent(OwnGreeting, () => Promise.reject(new Error('down')))
    await preload()
    render(<Preloaded name="Ana" />)

    expect(screen.getByText('Hi Ana')).toBeInTheDocument()
  })
})

describe('loadSharedUi', () => {
  test('given sources for the tests, when a module is loaded, then it comes from source', async () => {
    const module = { label: 'from source' }
    provideSharedUiSource({ label: async () => module })

    await expect(loadSharedUi('label')).resolves.toBe(module)
  })
})
