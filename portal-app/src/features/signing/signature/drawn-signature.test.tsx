import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useSession } from '../../../shared/session-store.ts'
import { violations } from '../../../testing/accessibility.ts'
import { apiPath, form, serveSession } from '../../../testing/backend.ts'
import { renderSession } from '../../../testing/render-portal.tsx'
import { server } from '../../../testing/server.ts'
import { useAdoptedSignature } from './adopted-signature.ts'

const paper = form({ id: 'a', title: 'Authorization' })
const size = { width: 300, height: 180 }

/** A canvas that jsdom lacks: a picture is the text of the pixels that have ink. */
function fakeContext(canvas: HTMLCanvasElement) {
  const inked = new Set<number>()
  const nothing = () => undefined
  const names = ['scale', 'save', 'restore', 'beginPath', 'closePath', 'moveTo', 'lineTo', 'fill', 'fillRect', 'stroke']
  return {
    ...Object.fromEntries(names.map((name) => [name, nothing])),
    inked,
    clearRect: () => inked.clear(),
    arc: (x: number, y: number) => inked.add(Math.round(y) * canvas.width + Math.round(x)),
    getImageData: (_x: number, _y: number, width: number, height: number) => {
      const data = new Uint8ClampedArray(4 * width * height)
      for (const at of inked) data[4 * at + 3] = 255
      return { width, height, data }
    },
    putImageData: ({ data }: ImageData) => {
      for (let at = 0; 4 * at < data.length; at += 1) if (data[4 * at + 3]) inked.add(at)
    },
  }
}

beforeEach(() => {
  const contexts = new WeakMap<HTMLCanvasElement, ReturnType<typeof fakeContext>>()
  const contextOf = (canvas: HTMLCanvasElement) => {
    const context = contexts.get(canvas) ?? fakeContext(canvas)
    contexts.set(canvas, context)
    return context
  }
  vi.stubGlobal('devicePixelRatio', 1)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(size.width)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(size.height)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return Object(contextOf(this))
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function (this: HTMLCanvasElement) {
    return `data:image/png;base64,${btoa([...contextOf(this).inked].sort().join())}`
  })
})

const dialog = () => screen.findByRole('dialog', { name: 'Your signature' })
const pad = () => screen.findByRole('img', { name: 'Draw your signature with your finger or mouse' })

async function openPad(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Review' }))
  await user.click(await within(await dialog()).findByRole('radio', { name: 'Draw' }))
}

/** Draws one line. @param y its height on the pad */
async function drawLine(y: number): Promise<void> {
  const canvas = await pad()
  const at = (x: number) => ({ clientX: x, clientY: y, buttons: 1, pointerId: 1 })
  fireEvent.pointerDown(canvas, at(20))
  for (const x of [60, 100, 140]) fireEvent.pointerMove(canvas, at(x))
  fireEvent.pointerUp(canvas, { ...at(140), buttons: 0 })
}

/** The picture that would be adopted now. */
const picture = () => useAdoptedSignature.getState().unadopted?.draft?.drawing?.png

/** Taps beside the dialog, which closes it. */
async function tapBeside(): Promise<void> {
  const beside = (await dialog()).parentElement
  if (!beside) throw new Error('The dialog has nothing beside it.')
  fireEvent.pointerDown(beside)
  fireEvent.click(beside)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
}

describe('a drawn signature', () => {
  test('given a pad without a drawing, when it is to be used, then the error is brought into view each time @full', async () => {
    serveSession([paper])
    const user = renderSession('/form/a')
    await openPad(user)
    await pad()
    const shown: (string | null)[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shown.push(this.textContent)
    })
    await user.click(screen.getByRole('button', { name: 'Use this signature' }))
    const error = (await screen.findByRole('alert')).textContent
    await waitFor(() => expect(shown).toEqual([error]))
    await user.click(screen.getByRole('button', { name: 'Use this signature' }))

    await waitFor(() => expect(shown).toEqual([error, error]))
  })

  test('given a drawing, when a tap beside the dialog closes it, then it is there again, and can be adopted @full', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    await openPad(user)
    await drawLine(60)
    const drawn = picture()
    expect(drawn).toBeTruthy()
    await tapBeside()
    await user.click(await screen.findByRole('button', { name: 'Review' }))
    expect(await within(await dialog()).findByRole('radio', { name: 'Draw' })).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Use this signature' }))

    await screen.findByRole('heading', { name: 'Check and sign' })
    expect(backend.written.find(({ path }) => path.endsWith('/review'))?.body).toMatchObject({
      signature: { kind: 'drawn', png: drawn },
    })
  })

  test('given an adopted drawing of two strokes, when it is changed by Undo, then the first stroke remains @full', async () => {
    serveSession([paper])
    const user = renderSession('/form/a')
    await openPad(user)
    await drawLine(60)
    const first = picture()
    await drawLine(120)
    expect(picture()).not.toBe(first)
    await user.click(screen.getByRole('button', { name: 'Use this signature' }))
    await screen.findByRole('heading', { name: 'Check and sign' })
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(screen.getByRole('button', { name: 'Change signature' }))
    await user.click(await within(await dialog()).findByRole('button', { name: 'Change signature' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))

    expect(picture()).toBe(first)
  })

  test('given a name that no font prints, when it is typed, then that is said at once, and the pad replaces the fonts', async () => {
    serveSession([paper])
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Review' }))
    const name = await within(await dialog()).findByLabelText('Your full name')
    await user.clear(name)
    await user.type(name, '王秀英')
    expect(screen.getByRole('radio', { name: 'Type' })).toBeChecked()
    await user.type(name, ' 🙂')
    expect(await screen.findByRole('radio', { name: 'Draw' })).toBeChecked()
    expect(screen.getByRole('radio', { name: 'Type' })).toBeDisabled()
    expect(screen.getByText(/can’t be typed as a signature/)).toBeInTheDocument()
    await pad()
    expect(await violations()).toEqual([])
    await user.clear(name)
    await user.type(name, 'José')

    expect(screen.getByRole('radio', { name: 'Type' })).toBeChecked()
    expect(screen.queryByText(/can’t be typed as a signature/)).not.toBeInTheDocument()
  })

  test('given a typed signature that the server refuses, when it is reviewed, then the client is asked to draw it @full', async () => {
    const backend = serveSession([paper])
    const details = [{ field: 'signature.text', message: 'has characters that cannot be printed' }]
    const refused = () => HttpResponse.json({ code: 'INVALID_INPUT', message: '', details }, { status: 400 })
    server.use(http.post(apiPath('sessionforms/a/review'), refused, { once: true }))
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Review' }))
    await user.click(await within(await dialog()).findByRole('button', { name: 'Use this signature' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Please draw your signature.')
    await user.click(await screen.findByRole('button', { name: 'Review' }))
    await drawLine(60)
    await user.click(screen.getByRole('button', { name: 'Use this signature' }))
    await screen.findByRole('heading', { name: 'Check and sign' })

    expect(backend.written.at(-1)).toMatchObject({ body: { signature: { kind: 'drawn' } } })
  })

  test('given a drawing that is not adopted, when the client logs out, then nothing of it is left', async () => {
    serveSession([paper])
    const user = renderSession('/form/a')
    await openPad(user)
    await drawLine(60)
    act(() => useSession.getState().close('left'))

    expect(useAdoptedSignature.getState()).toMatchObject({ adopted: null, unadopted: null })
  })
})
