/** Loaded into a service before anything else (`--import`): its clock is CLOCK_SHIFT_SECONDS ahead of this machine's. */
const shift = Number(process.env.CLOCK_SHIFT_SECONDS) * 1000
const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (date, given) => Reflect.construct(date, given.length === 0 ? [RealDate.now() + shift] : given),
  get: (date, name) => (name === 'now' ? () => RealDate.now() + shift : Reflect.get(date, name)),
})
