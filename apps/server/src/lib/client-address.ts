import ipaddr from 'ipaddr.js'

/**
 * Which proxies may name the client in X-Forwarded-For: none, a number of hops, or those in these networks.
 */
export type ProxyTrust = { hops: number } | { networks: string[] }

/** Whether `address` is a trusted proxy. `hop` is 0 for the peer connected to this process. */
export type IsTrustedProxy = (address: string | undefined, hop: number) => boolean

/** Strips the zone, which names a local interface, and the port that some proxies add. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/%.*$/, '')
  // Programs disagree about which host short and octal IPv4 notations mean.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null
  return ipaddr.process(bare)
}

/**
 * Whether this is an address, or a network such as `10.0.0.0/8`. The whole internet is refused: trusting it
 * would trust every client's header.
 */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const parsed = parse(address)
  if (parsed === null || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (parsed.kind() === 'ipv4' ? 32 : 128)
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const [base = '', bits] = network.split('/')
  const parsed = parse(base)
  if (parsed === null || parsed.kind() !== address.kind()) return false
  return address.match([parsed, bits === undefined ? parsed.toByteArray().length * 8 : Number(bits)] as [
    ipaddr.IPv4,
    number,
  ])
}

/**
 * X-Forwarded-For is read from its end, which our own proxy wrote, towards its beginning, which the client
 * may have forged. The first address that is not one of our proxies is the client.
 */
export function trustedProxies(trust: ProxyTrust | null): IsTrustedProxy {
  if (trust === null) return () => false
  if ('hops' in trust) return (_address, hop) => hop < trust.hops
  return (address) => {
    const parsed = address === undefined ? null : parse(address)
    return parsed !== null && trust.networks.some((network) => isWithin(parsed, network))
  }
}

/**
 * The key of rate limits by address: an IPv4 address, or the /64 of an IPv6 address, since one host usually
 * owns all of it. Anything that is not an address shares one key.
 */
export function networkOf(address: string): string {
  const parsed = parse(address)
  if (parsed === null) return 'unknown'
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
