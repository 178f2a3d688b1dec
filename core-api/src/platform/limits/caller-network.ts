import { isIPv6 } from 'node:net'

/** The prefix of IPv4-mapped IPv6 addresses (RFC 4291 § 2.5.5.2). */
const mapped = '0:0:0:0:0:ffff:'

/** IPv4, or the /64 of IPv6: a line gets at least one (RFC 6177 § 2), in which devices use any address. */
export function networkOf(address: string): string {
  const [withoutZone = ''] = address.split('%')
  if (!isIPv6(withoutZone)) return address
  const groups = groupsOf(withoutZone)
  // All IPv4-mapped addresses have the same /64.
  return groups.join(':').startsWith(mapped) ? address : `${groups.slice(0, 4).join(':')}::/64`
}

/** The /48 of an IPv6 address, which one customer of a provider may have. Undefined for IPv4. */
export function siteOf(address: string): string | undefined {
  const network = networkOf(address)
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : undefined
}

/** The eight groups of an address in any notation, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
}
