import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useAfterPress } from './use-after-press'

function Warning({ isLeft }: { readonly isLeft: boolean }) {
  return <p>{useAfterPress(isLeft) ? 'Too short' : 'Fine'}</p>
}

test('given a pressed pointer, when a value changes, then the new value is used after the release', async () => {
  const { rerender } = render(<Warning isLeft={false} />)
  fireEvent.pointerDown(window)
  rerender(<Warning isLeft={true} />)
  expect(screen.getByText('Fine')).toBeVisible()
  fireEvent.pointerUp(window)
  expect(screen.getByText('Fine')).toBeVisible()
  expect(await screen.findByText('Too short')).toBeVisible()
})

test('given no pressed pointer, when a value changes, then the new value is used at once', () => {
  const { rerender } = render(<Warning isLeft={false} />)
  rerender(<Warning isLeft={true} />)
  expect(screen.getByText('Too short')).toBeVisible()
})
