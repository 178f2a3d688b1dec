import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** The box of an element once it is equal in two successive readings: styles and parts may arrive late. */
export async function settledBox(place: Locator): Promise<Box> {
  const looks: (Box | null)[] = []
  await expect(async () => {
    looks.push(await place.boundingBox())
    expect(looks.at(-1)).toEqual(looks.at(-2) ?? 'the same box')
  }).toPass()
  const box = looks.at(-1)
  if (!box) throw new Error('It is not on the screen')
  return box
}
