import { BlockList, isIP } from 'node:net';

/**
 * Networks that a webhook must never reach: the IANA special-purpose registries (RFC 6890 and what followed), and the
 * addresses under which clouds serve their metadata. Data: [network, prefix length].
 */
const IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Within 2000::/3, outside of which no IPv6 address is allowed at all (mapped, NAT64, local, multicast). */
const IPV6_HOLES: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const forbidden = new BlockList();
for (const [network, prefix] of IPV4) forbidden.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of IPV6_HOLES) forbidden.addSubnet(network, prefix, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address (text, without brackets) is public. What is no address is not public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !forbidden.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !forbidden.check(address, 'ipv6');
}
