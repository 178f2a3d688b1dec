import { isIPv6 } from 'node:net'

/** Where IPv4 addresses stand among those of IPv6 (RFC 4291 § 2.5.5.2). */
const mapped = '0:0:0:0:0:ffff:'

/**
 * Whom a network address is counted for: itself, or, of IPv6, its /64. That is the least that one line is given
 * (RFC 6177 § 2), and each device on it picks a new address of the 2⁶⁴ when it likes.
 */
export function networkOf(address: string): string {
  const [withoutZone = ''] = address.split('%')
  if (!isIPv6(withoutZone)) return address
  const groups = groupsOf(withoutZone)
  // All of IPv4 would share one.
  return groups.join(':').startsWith(mapped) ? address : `${groups.slice(0, 4).join(':')}::/64`
}

/** The /48 of an IPv6 address: all networks that one customer of a provider may have. Undefined for IPv4. */
export function siteOf(address: string): string | undefined {
  const network = networkOf(address)
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : undefined
}

/** The eight groups of an address, without leading zeros, whichever way it is written. */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
}
