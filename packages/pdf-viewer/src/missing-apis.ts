/**
 * pdf.js 6.5 lacks `Promise.withResolvers` (Chrome 119, Safari 17.4) and `bytes()` (Chrome 132, Safari 18). The build
 * also writes this function into the worker's script, so it refers to nothing outside of itself.
 */
export function addMissingApis(): void {
  const add = (target: object, name: string, value: unknown) => {
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
  }
  add(Promise, 'withResolvers', () => {
    let resolve: (value: unknown) => void = () => undefined
    let reject: (reason: unknown) => void = () => undefined
    const promise = new Promise((onResolve, onReject) => {
      resolve = onResolve
      reject = onReject
    })
    return { promise, resolve, reject }
  })
  async function bytes(this: Blob | Response): Promise<Uint8Array> {
    return new Uint8Array(await this.arrayBuffer())
  }
  add(Response.prototype, 'bytes', bytes)
  add(Blob.prototype, 'bytes', bytes)
}
