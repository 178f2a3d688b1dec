import { firstPassword, setUpOwner } from './owner-account.ts'
import { agency } from './product-address.ts'
import { type StartedProduct, startProductOnServer } from './started-product.ts'

/**
 * Starts a product whose first admin has the tests' credentials, and sets STAFF_URL and CLIENT_URL for all tests of this
 * process. A worker fixture that starts one has a worker of its own, so that no other test uses these addresses.
 * @param environment settings of both services, by their names
 */
export async function startOwnProduct(environment: Record<string, string> = {}): Promise<StartedProduct> {
  const product = await startProductOnServer({
    environment: {
      ADMIN_PASSWORD: firstPassword,
      AGENCY_NAME: agency.name,
      AGENCY_PHONE: agency.phone,
      ...environment,
    },
  })
  await setUpOwner(product.staffUrl)
  process.env.STAFF_URL = product.staffUrl
  process.env.CLIENT_URL = product.clientUrl
  return product
}
