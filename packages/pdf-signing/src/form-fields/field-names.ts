import { bindableFields, fullNameBinding } from '@agency/contract/form-fields'

/** In English, Spanish and Portuguese, in the form of `wordsOf`. Only whole names match: `Spouse phone` is not the client's. */
const bindingNames: Record<string, string[]> = {
  [fullNameBinding]: [
    ...['name', 'full name', 'client name', 'your name', 'applicant name', 'insured name', 'name of applicant'],
    ...['print name', 'printed name', 'nombre completo', 'nome completo', 'nome', 'nombre y apellidos'],
  ],
  client_first_name: ['first name', 'given name', 'nombre', 'primeiro nome'],
  client_last_name: ['last name', 'surname', 'family name', 'apellido', 'apellidos', 'sobrenome'],
  dob: ['dob', 'date of birth', 'birth date', 'birthdate', 'birthday', 'fecha de nacimiento', 'data de nascimento'],
  primary_phone: ['phone', 'phone number', 'telephone', 'telephone number', 'mobile', 'cell', 'cell phone', 'telefono'],
  primary_email: ['email', 'e mail', 'email address', 'e mail address', 'correo electronico'],
  address: ['address', 'home address', 'street address', 'mailing address', 'direccion', 'endereco'],
  ssn: ['ssn', 'social security', 'social security number', 'ss number'],
  dl_or_ppnumber: ['driver license', 'drivers license', 'driver s license', 'driver license number', 'passport number'],
  medicarenumber: ['medicare', 'medicare number', 'medicare id'],
  medicaidnumber: ['medicaid', 'medicaid number', 'medicaid id'],
  name_of_employer: ['employer', 'employer name', 'name of employer'],
  occupation: ['occupation', 'job title', 'ocupacion', 'profissao'],
}

const known: ReadonlyMap<string, string> = new Map([
  ...bindableFields.map(({ name }): [string, string] => [wordsOf(name), name]),
  ...Object.entries(bindingNames).flatMap(([binding, names]) => names.map((name): [string, string] => [name, binding])),
])
const dateBindings: ReadonlySet<string> = new Set(
  bindableFields.filter(({ kind }) => kind === 'date').map(({ name }) => name),
)

/** Lower-case words without accents or signs: `topmost.DateOfBirth[0]` is `date of birth`. */
function wordsOf(name: string): string {
  const last = name.split('.').at(-1) ?? ''
  return last
    .replaceAll(/\[\d+\]/g, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What of the client record a field is about, as far as its names tell; a suggestion that staff see and may change. */
export function suggestBinding(names: readonly string[], kind: 'text' | 'date'): string | null {
  const found = names.map((name) => known.get(wordsOf(name))).find((binding) => binding !== undefined)
  return found !== undefined && dateBindings.has(found) === (kind === 'date') ? found : null
}

const dateWords =
  /^(date|fecha|data)$|\b(date of|date signed|signature date|signed on|birth ?date|dob|fecha de|data de)\b/

/** Whether a field's names say that it is a date. */
export const soundsLikeDate = (names: readonly string[]): boolean =>
  names.some((name) => dateWords.test(wordsOf(name)) || / date$/.test(wordsOf(name)))

/** Whether a signature field's names say that initials are meant. */
export const isInitials = (names: readonly string[]): boolean =>
  names.some((name) => /\binitials?\b|\biniciales\b|\biniciais\b/.test(wordsOf(name)))
