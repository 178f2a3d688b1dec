import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LinkedText } from './linked-text'

test('given a sentence with an address, when it shows, then the address alone is a link, without the full stop', () => {
  const { container } = render(<LinkedText text="Once, at https://account.example.com/auth?scope=a%20b. Then sync." />)

  expect(screen.getByRole('link')).toHaveAttribute('href', 'https://account.example.com/auth?scope=a%20b')
  expect(screen.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
  expect(container).toHaveTextContent('Once, at https://account.example.com/auth?scope=a%20b. Then sync.')
})

test.each(['javascript:alert(1)', 'No address.', ''])('given %s, when it shows, then nothing is a link', (text) => {
  const { container } = render(<LinkedText text={text} />)

  expect(screen.queryByRole('link')).not.toBeInTheDocument()
  expect(container.textContent).toBe(text)
})
