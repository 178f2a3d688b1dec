/**
 * Leaves the portal for another website, in this tab.
 * @throws for an address that is not one of the web, such as a script
 */
export function leaveFor(url: string): void {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('This is no address of a website')
  window.location.assign(href)
}
