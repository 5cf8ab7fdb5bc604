// Tests of the classification of IP addresses.
import { expect, test } from 'vitest';
import { networkKind } from './network-ranges.ts';

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['2002:7f00:1::', 'loopback'],
  ['::127.0.0.1', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.178.1', 'private'],
  ['100.64.0.1', 'private'],
  ['100.127.255.255', 'private'],
  ['::ffff:192.168.0.1', 'private'],
  ['2002:c0a8:1::1', 'private'],
  ['fd12:3456::1', 'private'],
  ['fc00::', 'private'],
  ['169.254.1.1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['febf::1', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['::ffff:169.254.169.254', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['168.63.129.16', 'metadata'],
  ['fd00:ec2::254', 'metadata'],
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['::', 'unspecified'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['ff02::1', 'multicast'],
  ['192.0.2.1', 'documentation'],
  ['2001:db8::1', 'documentation'],
  ['255.255.255.255', 'reserved'],
  ['240.0.0.1', 'reserved'],
  ['198.18.0.1', 'reserved'],
  ['2001:0:4136:e378::', 'reserved'],
])('the IP address %s is classified as %s', (address, kind) => {
  expect(networkKind(address)).toBe(kind);
});

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a01:4f8::1',
  '::ffff:1.1.1.1',
])('the IP address %s is classified as public', (address) => {
  expect(networkKind(address)).toBeNull();
});

test.each(['', 'localhost', '1.2.3', '1.2.3.4.5', '256.1.1.1', '1:2:3', '1::2::3', ':::', 'g::1', '::1.2.3'])(
  'the text "%s", which is no IP address, is not classified as public',
  (text) => {
    expect(networkKind(text)).toBe('reserved');
  },
);
