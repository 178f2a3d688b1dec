/**
 * Opens another website in this tab. A module of its own: jsdom can't leave a page, so tests replace it.
 * @throws for an address that is not http or https, such as a script
 */
export function leaveFor(url: string): void {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('The address is not http or https.')
  window.location.assign(href)
}
