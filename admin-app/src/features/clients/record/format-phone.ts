/** A phone number as xxx-xxx-xxxx when it has ten digits (a leading 1 of eleven doesn't count), else as it is. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return /^\d{10}$/.test(digits) ? digits.replace(/^(...)(...)/, '$1-$2-') : phone
}
