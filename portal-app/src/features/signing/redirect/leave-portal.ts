/** Apart, since jsdom can't leave a page: tests replace it. @throws for an address that is not http or https */
export function leaveFor(url: string): void {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('The address is not http or https.')
  window.location.assign(href)
}
