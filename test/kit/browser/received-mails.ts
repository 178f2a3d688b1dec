import { expect } from './fixtures.ts'

interface ReceivedMail {
  readonly to: readonly string[]
  readonly text: string
}

/** The newest e-mail to an address, once there are `count` of them. */
export async function lastMailTo(address: string, count = 1): Promise<string> {
  let texts: string[] = []
  await expect(async () => {
    const answer = await fetch(`${process.env.MAILS_URL}`)
    const mails: ReceivedMail[] = await answer.json()
    texts = mails.filter(({ to }) => to.includes(address)).map(({ text }) => text)
    expect(texts.length).toBeGreaterThanOrEqual(count)
  }).toPass({ timeout: 60_000 })
  return texts.at(-1) ?? ''
}
