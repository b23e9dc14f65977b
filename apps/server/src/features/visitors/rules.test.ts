import { describe, expect, test } from 'vitest'
import { placeOf } from './rules.ts'

describe('the place of an address', () => {
  test('is the address itself for IPv4, however it is written', () => {
    expect(placeOf('192.0.2.7')).toBe('192.0.2.7')
    expect(placeOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(placeOf('::FFFF:192.0.2.7')).toBe('192.0.2.7')
  })

  test('is the network of an IPv6 address: whoever has one has all of its second half', () => {
    expect(placeOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(placeOf('2001:0db8:0001:0002:ffff::1')).toBe('2001:db8:1:2')
    expect(placeOf('2001:db8::6')).toBe('2001:db8:0:0')
    expect(placeOf('fe80::1%eth0')).toBe('fe80:0:0:0')
    expect(placeOf('::1')).toBe('0:0:0:0')
  })

  test('never fails on what is no address', () => {
    expect(placeOf('')).toBe('')
    expect(placeOf('unknown')).toBe('unknown')
  })
})
