import type { GlobalForm } from '@agency/contract/global-forms'

/** The forms whose title, folder or type contains each of the typed words, whatever their case. */
export function findForms(forms: readonly GlobalForm[], typed: string): readonly GlobalForm[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return forms
  return forms.filter(({ title, folder, type }) => {
    const text = `${title || 'Untitled'} ${folder ?? ''} ${type}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
