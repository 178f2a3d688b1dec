import * as Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

describe('settings', () => {
  const Schema = Type.Object({ PORT: Type.Integer({ default: 80 }), SECRET: Type.String({ minLength: 3 }) })

  it('given text, when read, then numbers are numbers, defaults fill in and a file gives a secret', () => {
    const read = readSettings(Schema, { PORT: '8080', SECRET_FILE: '/run/secret' }, (path) => `from ${path}\n`)
    expect(read).toEqual({ PORT: 8080, SECRET: 'from /run/secret' })
    expect(readSettings(Schema, { PORT: '', SECRET: 'abc' }, String)).toEqual({ PORT: 80, SECRET: 'abc' })
  })

  it('given several wrong ones, when read, then all are named', () => {
    expect(() => readSettings(Schema, { PORT: 'x', SECRET: 'a' }, String)).toThrow(/PORT[\s\S]*SECRET/)
  })
})
