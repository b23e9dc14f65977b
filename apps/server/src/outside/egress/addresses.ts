import { BlockList, isIP, isIPv4 } from 'node:net'

/** Networks that are not on the open internet: IANA's special-purpose registries for IPv4 and IPv6. */
const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  // Teredo, benchmarks, ORCHID and documentation within the global range, and 6to4, which leads to any IPv4 address.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, bits, 'ipv6')
/** The only IPv6 range allocated for the public internet. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '')
  if (isIPv4(plain)) return !closed.check(plain, 'ipv4')
  return isIP(plain) === 6 && open6.check(plain, 'ipv6') && !closed.check(plain, 'ipv6')
}
