import ipaddr from 'ipaddr.js'

/** Which proxies are believed about whom they speak for: none, so many in a row, or those in these networks. */
export type ProxyTrust = { hops: number } | { networks: string[] }

/** Whether `address` may say who stood before it. `hop` is 0 for whoever is connected to this process. */
export type IsTrustedProxy = (address: string | undefined, hop: number) => boolean

/** Zones are names of this machine's interfaces; some proxies add the port. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const plain = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/%.*$/, '')
  // Short and octal spellings of IPv4 mean different hosts to different programs.
  if (!ipaddr.IPv4.isValidFourPartDecimal(plain) && !ipaddr.IPv6.isValid(plain)) return null
  return ipaddr.process(plain)
}

/** Whether this is an address, or a network such as `10.0.0.0/8`. Not the whole internet: whoever trusts all believes what any client writes. */
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
  return address.match([parsed, bits === undefined ? parsed.toByteArray().length * 8 : Number(bits)] as [ipaddr.IPv4, number])
}

/**
 * The rule by which the chain of X-Forwarded-For is read, from the end that our own proxy wrote towards the beginning, which the client may
 * have made up: it ends at the first address that is not a proxy of ours.
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
 * What is counted where something is limited by address: an IPv4 address, or the /64 of an IPv6 address, since whoever has one address of it
 * has all. Everything that is no address counts as one.
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
