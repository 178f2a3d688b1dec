import { credentials } from './product-address.ts'

/** The initial password of the first admin of a product under test. */
export const firstPassword = 'the first password of the tests'

/** Completes the first admin's account set-up, so that it has the tests' credentials. */
export async function setUpOwner(staffUrl: string): Promise<void> {
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${staffUrl}/admin/_api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${path}: ${await answer.text()}`)
    return answer.json()
  }
  const { username, password } = credentials
  const { token } = await send('admin/login', { username, password: firstPassword })
  const owner = { first_name: 'First', last_name: 'Admin', email: 'admin@example.com', password }
  await send('admin/me/setup', owner, { authorization: `Bearer ${token}` })
}
