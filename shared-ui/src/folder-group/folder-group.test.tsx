import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { violations } from '../testing/accessibility.ts'
import { FolderGroup } from './folder-group.tsx'

test('given a folder, when first shown, then it is open with its name and count under a heading', async () => {
  render(
    <FolderGroup name="Medical" count={3} headingLevel={2}>
      <p>Consent</p>
    </FolderGroup>,
  )
  const button = screen.getByRole('button', { name: 'Medical 3' })
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('heading', { level: 2, name: 'Medical 3' })).toContainElement(button)
  expect(screen.getByText('Consent')).toBeVisible()
  expect(await violations()).toEqual([])
})

test('given an open folder, when its button is used by keyboard twice, then it closes and opens again', async () => {
  render(
    <FolderGroup name="Medical" count={1}>
      <p>Consent</p>
    </FolderGroup>,
  )
  const button = screen.getByRole('button')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByText('Consent')).not.toBeInTheDocument()
  expect(button).toHaveAttribute('data-state', 'closed')
  expect(await violations()).toEqual([])
  await userEvent.keyboard(' ')
  expect(screen.getByText('Consent')).toBeVisible()
  expect(button).toHaveAttribute('data-state', 'open')
})

test('given defaultOpen false, when first shown, then it is closed', () => {
  render(
    <FolderGroup name="Dependent 2" count={0} defaultOpen={false}>
      <p>Name</p>
    </FolderGroup>,
  )
  expect(screen.getByRole('button')).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByText('Name')).not.toBeInTheDocument()
})

test('given a controlled folder, when clicked, then it calls onOpenChange and stays as it is', async () => {
  const change = vi.fn()
  render(
    <FolderGroup name="Medical" count={1} open={false} onOpenChange={change}>
      <p>Consent</p>
    </FolderGroup>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(change).toHaveBeenCalledExactlyOnceWith(true)
  expect(screen.queryByText('Consent')).not.toBeInTheDocument()
})

test('given an empty name, when shown, then the button still has an accessible name', async () => {
  render(
    <FolderGroup name="" count={2} unnamedLabel="Sin carpeta">
      <p>Consent</p>
    </FolderGroup>,
  )
  expect(screen.getByRole('button', { name: 'Sin carpeta 2' })).toBeVisible()
  expect(await violations()).toEqual([])
})
