import { describe, expect, it } from 'vitest'
import { withoutHidden } from './hidden-content.ts'

const hide = (content: string) => {
  const shown = withoutHidden(Buffer.from(content, 'latin1'), (name) => name === 'On')
  return shown && Buffer.from(shown).toString('latin1').replaceAll(/\s+/g, ' ').trim()
}

describe('withoutHidden', () => {
  it.each([
    ['no layers', 'BT (a) Tj ET'],
    ['a layer that is shown', '/OC /On BDC BT (a) Tj ET EMC'],
    ['a hidden layer that draws nothing', '/OC /Off BDC 1 0 0 rg EMC'],
    ['marks of another kind', '/Span /Off BDC BT (/OC) Tj ET EMC'],
  ])('given %s, when it is rewritten, then it stays as it is', (_, content) => {
    expect(hide(content)).toBeUndefined()
  })

  it.each([
    ['text', 'BT /F 9 Tf (a) Tj [(b) 3 (c)] TJ ET', 'BT /F 9 Tf ET'],
    ['text on new lines', 'BT (a) \' 1 2 (b) " ET', 'BT T* 1 Tw 2 Tc T* ET'],
    ['paths, of which a clip stays', '0 0 9 9 re W f 1 1 m 2 2 l s', '0 0 9 9 re W n 1 1 m 2 2 l n'],
    ['pictures and shadings', 'q 9 0 0 9 0 0 cm /Im Do /Sh sh Q', 'q 9 0 0 9 0 0 cm Q'],
    ['an inline picture', 'q BI /W 1 /H 1 ID \u0001Tj f EI Q', 'q Q'],
    ['marks within', '/P <</MCID 1>>BDC (a)Tj EMC (b) Tj', '/P <</MCID 1>>BDC EMC'],
    ['a layer within that would be shown', '/OC /On BDC (a) Tj EMC f', '/OC /On BDC EMC n'],
  ])('given hidden %s, when it is rewritten, then only what changes the state is left', (_, content, left) => {
    const around = ['(before) Tj /OC /Off BDC', 'EMC (after) Tj']
    expect(hide(`${around[0]} ${content} ${around[1]}`)).toBe(`${around[0]} ${left} ${around[1]}`)
  })

  it('given a name with characters in digits, when it is rewritten, then it is the layer of that name', () => {
    expect(hide('/OC /O#6e BDC (a) Tj EMC')).toBeUndefined()
    expect(hide('/OC /O#66f BDC (a) Tj EMC')).toBe('/OC /O#66f BDC EMC')
  })

  it('given an end without a beginning, when it is rewritten, then what follows is shown', () => {
    expect(hide('EMC (a) Tj /OC /Off BDC (b) Tj EMC EMC (c) Tj')).toBe('EMC (a) Tj /OC /Off BDC EMC EMC (c) Tj')
  })
})
