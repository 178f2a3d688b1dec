/** As `<input type="email">`, with a dot in the domain and none at an end. A list would reach two people. */
export const emailAddressPattern =
  "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$"

const address = new RegExp(emailAddressPattern, 'u')

/** Characters of an address, and of the part before its @ (RFC 5321, section 4.5.3.1). */
export const emailAddressLength = 254
const localPartLength = 64

/** Whether a text is one e-mail address, without spaces around it. The only judge of addresses, in services and apps. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= emailAddressLength && text.indexOf('@') <= localPartLength && address.test(text)
