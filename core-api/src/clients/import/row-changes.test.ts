import type { ClientRecord } from '@agency/contract/clients'
import { describe, expect, it } from 'vitest'
import { emptyValues } from '../record/client-storage.ts'
import { changedFields } from './row-changes.ts'

const at: Pick<ClientRecord, 'id' | 'owner_id' | 'team_id' | 'archived_at' | 'version' | 'created_at' | 'updated_at'> =
  {
    id: '',
    owner_id: null,
    team_id: null,
    archived_at: null,
    version: 1,
    created_at: '',
    updated_at: '',
  }

describe('an address of a row', () => {
  it.each([
    ['FL', false],
    ['Miami, FL 33101', false],
    ['33101-1234', false],
    ['12345 Main St\nMiami, FL 33101', true],
    ['PO Box 7', true],
    ['1 MAIN ST', false],
  ])('[BK-04] given 1 Main St on the record, when the row has %s, then it is replaced: %s', (address, isReplaced) => {
    const stored = { ...emptyValues(), ...at, address: '1 Main St' }
    expect(changedFields({ address }, stored, { fillOnly: false })).toEqual(isReplaced ? ['address'] : [])
    const empty = { ...emptyValues(), ...at }
    expect(changedFields({ address }, empty, { fillOnly: false })).toEqual(['address'])
  })
})
