import { render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { describe, expect, test } from 'vitest'
import { useParts } from './use-parts'

interface ListProps {
  readonly items: readonly string[]
  readonly atOnce?: boolean
  /** Called with what is on the page after each commit. */
  readonly committed?: (texts: string[]) => void
}

function List({ items, atOnce = false, committed }: ListProps) {
  const { shown, isWhole } = useParts(items.length, { atOnce })
  const visible = items.slice(0, shown)
  const text = visible.join(' ')
  useEffect(() => committed?.(text.split(' ').filter(Boolean)), [text, committed])
  return (
    <>
      <p>{text}</p>
      {isWhole && <p>The end</p>}
    </>
  )
}

function committedBy(props: Omit<ListProps, 'committed'>) {
  const commits: string[][] = []
  const committed = (texts: string[]) => void commits.push(texts)
  const { rerender } = render(<List {...props} committed={committed} />)
  return {
    commits,
    show: (items: readonly string[]) => rerender(<List {...props} items={items} committed={committed} />),
  }
}

describe('useParts', () => {
  test('given items, when they are rendered, then each is committed after the former, and the end with the last', () => {
    const { commits } = committedBy({ items: ['a', 'b', 'c'] })

    expect(commits).toEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']])
    expect(screen.getByText('The end')).toBeInTheDocument()
  })

  test('given a page whose scroll position is restored, when it is rendered, then all items are there at once', () => {
    const { commits } = committedBy({ items: ['a', 'b', 'c'], atOnce: true })

    expect(commits).toEqual([['a', 'b', 'c']])
  })

  test('given all items, when others come, then they are there at once', () => {
    const { commits, show } = committedBy({ items: ['a'] })
    commits.length = 0
    show(['a', 'b', 'c'])

    expect(commits).toEqual([['a', 'b', 'c']])
  })

  test.each([0, 3])('given %i items, when all and the end are there, then they are not rendered once more', (count) => {
    let renders = 0
    function Counted() {
      const { isWhole } = useParts(count, { atOnce: false })
      renders += 1
      return isWhole && <p>The end</p>
    }
    render(<Counted />)

    expect(screen.getByText('The end')).toBeInTheDocument()
    expect(renders).toBe(count + 1)
  })

  test('given the first items, when all are asked for, then the others are there with the next render', () => {
    const commits: string[][] = []
    function Impatient() {
      const { shown, showAll } = useParts(4, { atOnce: false })
      useEffect(() => {
        commits.push(['a', 'b', 'c', 'd'].slice(0, shown))
        if (shown === 1) showAll()
      }, [shown, showAll])
      return null
    }
    render(<Impatient />)

    expect(commits).toEqual([[], ['a'], ['a', 'b', 'c', 'd']])
  })
})
