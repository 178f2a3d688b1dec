/**
 * One e-mail address that mail servers of any kind take: the characters of HTML's `<input type="email">`
 * (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address), no dot at an end of the local part or beside
 * another, and a domain with a dot. No name, list or comment: a text with two addresses would reach two people.
 */
export const emailAddressPattern =
  "^(?=.{3,254}$)(?!.{65,}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$"

const address = new RegExp(emailAddressPattern, 'u')

/** Whether a text is one e-mail address, without spaces around it. The only judge of addresses, in services and apps. */
export const isEmailAddress = (text: string): boolean => address.test(text)
