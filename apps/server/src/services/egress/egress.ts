import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'
import { brand } from '@penmark/contract'
import { callOutside, OutsideError } from '../observe/call-outside.ts'

interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  body?: string
  /** For the whole exchange. */
  timeoutMs: number
  /** A longer response is a failure, unless only its beginning is wanted. */
  maximumBytes: number
  /** Reads no more than `maximumBytes` of the response, and drops the rest. */
  wantsBeginning?: boolean
}

export interface EgressResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

type EgressFault = 'address' | 'unreachable' | 'timeout' | 'certificate' | 'too-large'

/** A request to an address entered by a user failed. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
  readonly fault: EgressFault

  constructor(fault: EgressFault, options?: ErrorOptions) {
    super(`The call failed: ${fault}`, options)
    this.fault = fault
  }
}

/** Sends every request to addresses entered by users. Follows no redirect. */
export interface Egress {
  /** Throws `EgressError` unless a complete response arrives. */
  send(outgoing: OutgoingRequest): Promise<EgressResponse>
  /** Whether the address is allowed, as far as that can be decided without a DNS lookup. */
  allows(url: string): boolean
}

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

interface EgressOptions {
  /** Allows private networks and plain http. */
  allowPrivate: boolean
  /** DNS lookup; the system's by default. */
  resolve?: Resolve
}

const isTlsFault = (code: string) =>
  /^(ERR_TLS_|CERT_|ERR_SSL_)|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/.test(code)

function toEgressError(error: unknown): EgressError {
  if (!(error instanceof OutsideError)) return new EgressError('unreachable', { cause: error })
  const { cause, fault } = error
  if (cause instanceof EgressError) return cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return new EgressError(fault === 'timeout' ? 'timeout' : isTlsFault(code) ? 'certificate' : 'unreachable', {
    cause: error,
  })
}

/**
 * Resolves the name for this very connection, so that the address that was checked is the one that is called.
 */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) callback(error ?? new EgressError('unreachable'), '', 0)
      else if (!found.every(({ address }) => isPublicAddress(address)))
        callback(new EgressError('address'), '', 0)
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }

type Reading = Pick<OutgoingRequest, 'maximumBytes' | 'wantsBeginning'>

function readResponse(
  sent: ClientRequest,
  { maximumBytes, wantsBeginning = false }: Reading,
): Promise<EgressResponse> {
  return new Promise((resolveAnswer, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= maximumBytes) return
        if (wantsBeginning) resolveWith(Buffer.concat(chunks).subarray(0, maximumBytes))
        else reject(new EgressError('too-large'))
        sent.destroy()
      })
      response.on('end', () => resolveWith(Buffer.concat(chunks)))
      const resolveWith = (body: Buffer) =>
        resolveAnswer({ status: response.statusCode ?? 0, headers: response.headers, body })
    })
  })
}

export function createEgress({ allowPrivate, resolve = lookup }: EgressOptions): Egress {
  const allows = (address: string) => {
    const { protocol, hostname, username, password } = new URL(address)
    if (username !== '' || password !== '') return false
    if (allowPrivate) return protocol === 'https:' || protocol === 'http:'
    const bare = hostname.replace(/^\[|\]$/g, '')
    // A name may end with the dot of the DNS root.
    const host = bare.endsWith('.') ? bare.slice(0, -1) : bare
    if (host === 'localhost' || host.endsWith('.localhost')) return false
    return protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host))
  }
  return {
    allows,
    async send({ method, url, headers = {}, body, timeoutMs, ...reading }) {
      if (!URL.canParse(url) || !allows(url)) throw new EgressError('address')
      const request = new URL(url).protocol === 'http:' ? requestHttp : requestHttps
      const exchange = (signal: AbortSignal) => {
        const sent = request(url, {
          method,
          headers: {
            'user-agent': brand.name,
            ...headers,
            ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          },
          agent: false,
          signal,
          ...(allowPrivate ? {} : { lookup: publicLookup(resolve) }),
        })
        const response = readResponse(sent, reading)
        sent.end(body)
        return response
      }
      // Never repeated here: only the caller knows whether that is safe.
      return callOutside({ service: 'addresses', withinMs: timeoutMs }, ({ signal }) =>
        exchange(signal),
      ).catch((error: unknown) => {
        throw toEgressError(error)
      })
    },
  }
}

/** Networks that are not on the open internet: IANA's special-purpose registries for IPv4 and IPv6. */
const reservedNetworks = new BlockList()
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
  reservedNetworks.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  // Teredo, benchmarks, ORCHID and documentation within the global range, and 6to4, which leads to any IPv4
  // address.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reservedNetworks.addSubnet(network, bits, 'ipv6')
/** The only IPv6 range allocated for the public internet. */
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '')
  if (isIPv4(bare)) return !reservedNetworks.check(bare, 'ipv4')
  return isIP(bare) === 6 && publicIpv6.check(bare, 'ipv6') && !reservedNetworks.check(bare, 'ipv6')
}
