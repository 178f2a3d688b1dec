import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { DateField } from './date-field'

interface Draft {
  due: string
}

function setUp(due = '') {
  const submit = vi.fn()
  function TestForm() {
    const { control, handleSubmit, reset } = useForm<Draft>({ defaultValues: { due } })
    return (
      <form onSubmit={handleSubmit((draft) => submit(draft))}>
        <DateField
          control={control}
          name="due"
          label="Due"
          hint="When it is due."
          rule={(date) => (date !== '' && date < '2026-01-01' ? 'Choose a later day.' : undefined)}
        />
        <button type="submit">Save</button>
        <button type="button" onClick={() => reset({ due: '2027-01-02' })}>
          Reset
        </button>
      </form>
    )
  }
  render(<TestForm />)
  const user = userEvent.setup()
  const due_ = screen.getByLabelText('Due')
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
  return { user, due: due_, save, submit }
}

test.each(['6/5/2026', '06-05-2026', '06052026', ' 6 5 2026 ', '2026-06-05'])(
  'given %s, when it is pasted and left, then it shows as month/day/year and the form holds the date',
  async (text) => {
    const { user, due, save, submit } = setUp()
    await user.click(due)
    await user.paste(text)
    await user.tab()
    expect(due).toHaveValue('6/5/2026')
    await save()

    expect(submit).toHaveBeenCalledExactlyOnceWith({ due: '2026-06-05' })
  },
)

test('given a day that does not exist, when the field loses the focus, then it shows an error, keeps the text and is not sent', async () => {
  const { user, due, save, submit } = setUp()
  await user.type(due, '2/30/2026')
  expect(due).toBeValid()
  await user.tab()
  expect(due).toBeInvalid()
  expect(due).toHaveAccessibleDescription('When it is due. February 2026 has 28 days.')
  await save()
  expect(submit).not.toHaveBeenCalled()
  expect(due).toHaveValue('2/30/2026')
  expect(due).toHaveFocus()

  await user.clear(due)
  await user.type(due, '2/28/2026')
  expect(due).toBeValid()
  await save()
  expect(submit).toHaveBeenCalledExactlyOnceWith({ due: '2026-02-28' })
})

test('given a rule of the form, when a date breaks it, then the field says so', async () => {
  const { user, due, save, submit } = setUp()
  await user.type(due, '6/5/2025')
  await save()

  expect(screen.getByRole('alert')).toHaveTextContent('Choose a later day.')
  expect(submit).not.toHaveBeenCalled()
})

test('given a stored date, when the form is emptied or reset, then the field shows the new value', async () => {
  const { user, due, save, submit } = setUp('2026-06-05')
  expect(due).toHaveValue('6/5/2026')
  await user.clear(due)
  await save()
  expect(submit).toHaveBeenLastCalledWith({ due: '' })
  await user.click(screen.getByRole('button', { name: 'Reset' }))

  expect(due).toHaveValue('1/2/2027')
})

test("given the button beside it, when it is pressed, then the browser's calendar opens", async () => {
  const showPicker = vi.fn()
  HTMLInputElement.prototype.showPicker = showPicker
  const { user } = setUp()
  await user.click(screen.getByRole('button', { name: 'Open calendar' }))

  expect(showPicker).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Open calendar' })).toHaveAccessibleDescription('Due')
})
