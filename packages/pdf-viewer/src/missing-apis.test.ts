import { afterEach, expect, test, vi } from 'vitest'
import { addMissingApis } from './missing-apis.ts'
import { pdfjsAssets } from './vite-pdfjs-assets.ts'

const targets = [
  [Promise, 'withResolvers'],
  [Response.prototype, 'bytes'],
  [Blob.prototype, 'bytes'],
] as const
const before = targets.map(([target, name]) => Object.getOwnPropertyDescriptor(target, name))

afterEach(() => {
  for (const [index, [target, name]] of targets.entries()) {
    const descriptor = before[index]
    if (descriptor) Object.defineProperty(target, name, descriptor)
  }
})

interface Capability {
  readonly promise: Promise<string>
  readonly resolve: (value: string) => void
  readonly reject: (reason: Error) => void
}

/** Calls `Promise.withResolvers`, which is newer than the library that browser code is compiled against. */
const withResolvers = (): Capability => Reflect.get(Promise, 'withResolvers').call(Promise)

/** Makes this process a browser from before these APIs. */
function removeApis(): void {
  for (const [target, name] of targets) Reflect.deleteProperty(target, name)
}

test('given a browser without them, when the APIs are added, then they work', async () => {
  removeApis()

  addMissingApis()

  const { promise, resolve } = withResolvers()
  resolve('done')
  expect(await promise).toBe('done')
  const { promise: refused, reject } = withResolvers()
  reject(new Error('no'))
  await expect(refused).rejects.toThrow('no')
  expect(await new Response('ab').bytes()).toEqual(new Uint8Array([97, 98]))
})

test('given a browser with them, when the APIs are added, then its own stay', () => {
  const own = vi.fn()
  Object.defineProperty(Promise, 'withResolvers', { value: own, configurable: true, writable: true })

  addMissingApis()
  withResolvers()

  expect(own).toHaveBeenCalledOnce()
})

test('given a build, when it writes the worker of pdf.js, then its script adds the APIs before all else', async () => {
  const files = new Map<string, string>()
  const emitFile = ({ fileName = '', source = '' }: { fileName?: string; source?: string | Uint8Array }) => {
    files.set(fileName, Buffer.from(source).toString())
    return ''
  }
  const { generateBundle } = pdfjsAssets()
  if (typeof generateBundle !== 'function') throw new Error('The plugin writes no files')
  Reflect.apply(generateBundle, { emitFile }, [])
  const worker = [...files].find(([name]) => name.endsWith('/pdf.worker.js'))?.[1] ?? ''
  removeApis()

  // Up to the licence of pdf.js.
  new Function(worker.slice(0, worker.indexOf('/**\n * @licstart')))()

  const { promise, resolve } = withResolvers()
  resolve('done')
  expect(await promise).toBe('done')
})
