/** Looks for it if this browser has its cookie. Loaded when it is called, not with the first screen. */
export async function findSession(code: string) {
  const entry = await import('../features/entry/entry-api.ts').catch(() => undefined)
  return entry?.findSession(code)
}
