import { phoneCases } from '@agency/contract/found-cases'
import { expect, it } from 'vitest'
import { addressesOf } from './client-addresses.ts'

it.each(phoneCases)(
  '[FN-02] given $typed in the record, when a text is sent, then to $dialled',
  ({ typed, dialled }) => {
    expect(addressesOf({ primary_email: null, primary_phone: typed }).phone).toBe(dialled)
  },
)
