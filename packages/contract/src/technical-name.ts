/** Numbered names that form editors make, with a space in them. */
const numbered =
  /^(?:undefined|untitled|text ?(?:field|box)?|check ?box|radio ?button|button|group|field|fill|[a-z]\d*) \d+$/i

/** Whether a name is one that a program has for a field, such as `dob`, `txtCity_2` or `Check Box3`, and no words. */
export const isTechnicalName = (name: string): boolean =>
  numbered.test(name.replace(/(?<=\p{L})(?=\d+$)/u, ' ')) ||
  (!/\s/.test(name) && (/[_.\d]|\p{Ll}\p{Lu}/u.test(name) || !/^\p{Lu}/u.test(name)))
