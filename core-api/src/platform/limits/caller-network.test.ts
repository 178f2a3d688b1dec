import { expect, it } from 'vitest'
import { networkOf } from './caller-network.ts'

it.each([
  ['2001:db8:1:2::5', '2001:db8:1:2:8d3c:5ff:fe00:1'],
  ['2001:db8:1::5', '2001:0DB8:0001:0000:9::1'],
  ['2001:db8::5', '2001:db8:0:0:a:b:c:d'],
  ['2001::3:a:b:c:d', '2001:0:0:3::1'],
  ['fe80::1%eth0', 'fe80::2'],
])('given %s and %s, when they are counted, then as one', (one, other) => {
  expect(networkOf(one)).toBe(networkOf(other))
})

it.each([
  ['2001:db8:1:2::5', '2001:db8:1:3::5'],
  ['2001:db8::2:0:0:0:5', '2001:db8::3:0:0:0:5'],
  ['203.0.113.7', '203.0.113.8'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.8'],
  ['::ffff:cb00:7107', '::ffff:cb00:7108'],
])('given %s and %s, when they are counted, then each by itself', (one, other) => {
  expect(networkOf(one)).not.toBe(networkOf(other))
})
