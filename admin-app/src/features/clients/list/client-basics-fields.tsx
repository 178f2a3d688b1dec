import type { UseFormRegister } from 'react-hook-form'
import { Field } from '../../../shared/controls/field'
import type { ClientBasics } from '../clients-api'

/** The three fields of the client modal. */
export function ClientBasicsFields({ register }: { readonly register: UseFormRegister<ClientBasics> }) {
  return (
    <>
      <Field label="First Name">
        {(ties) => <input {...ties} autoComplete="off" {...register('client_first_name')} />}
      </Field>
      <Field label="Last Name">
        {(ties) => <input {...ties} autoComplete="off" {...register('client_last_name')} />}
      </Field>
      <Field label="Email">
        {(ties) => <input {...ties} type="email" autoComplete="off" {...register('primary_email')} />}
      </Field>
    </>
  )
}
