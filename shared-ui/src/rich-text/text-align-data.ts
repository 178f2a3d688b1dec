import { TextAlign } from '@tiptap/extension-text-align'

/**
 * Alignment as `data-align`, since a strict content security policy drops style attributes without a word. Text that was
 * stored with style attributes is turned into this form before it comes here (style-attributes.ts).
 */
export const TextAlignData = TextAlign.extend({
  addGlobalAttributes() {
    const { types, alignments } = this.options
    return [
      {
        types,
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element) => {
              const found = element.dataset.align
              return found && alignments.includes(found) ? found : null
            },
            renderHTML: ({ textAlign }) => (textAlign ? { 'data-align': textAlign } : {}),
          },
        },
      },
    ]
  },
})
