import { BlockList, isIPv4, isIPv6 } from "node:net";

// Addresses where clouds answer with credentials (AWS, Azure, Google, Oracle, Alibaba, ECS and EKS).
const METADATA_4 = [
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "168.63.129.16",
  "100.100.100.200",
  "192.0.0.192",
];
const METADATA_6 = ["fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254"];

// The special-purpose registries of IANA: nothing of the public internet is in here.
const PRIVATE_4: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
const PRIVATE_6: readonly [string, number][] = [
  ["::", 96],
  ["::ffff:0:0", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

let lists: { metadata: BlockList; private4: BlockList; private6: BlockList } | undefined;

function load(): NonNullable<typeof lists> {
  if (lists) return lists;
  const metadata = new BlockList();
  for (const address of METADATA_4) metadata.addAddress(address, "ipv4");
  for (const address of METADATA_6) metadata.addAddress(address, "ipv6");
  const private4 = new BlockList();
  for (const [net, prefix] of PRIVATE_4) private4.addSubnet(net, prefix, "ipv4");
  const private6 = new BlockList();
  for (const [net, prefix] of PRIVATE_6) private6.addSubnet(net, prefix, "ipv6");
  return (lists = { metadata, private4, private6 });
}

/** Why an address must not be connected to; undefined when it may be. `address` is an IP address without brackets. */
export function refusal(address: string, blockPrivate: boolean): string | undefined {
  const { metadata, private4, private6 } = load();
  const plain = address.replace(/%.*$/, "");
  const inner = embedded(plain);
  if (isIPv4(plain) ? metadata.check(plain, "ipv4") : metadata.check(plain, "ipv6")) return METADATA;
  if (inner !== undefined && metadata.check(inner, "ipv4")) return METADATA;
  if (!blockPrivate) return undefined;
  if (isIPv4(plain)) return private4.check(plain, "ipv4") ? PRIVATE : undefined;
  return !isIPv6(plain) || private6.check(plain, "ipv6") ? PRIVATE : undefined;
}

const METADATA = "a cloud metadata address";
const PRIVATE = "a private address, and those are blocked";

/** The IPv4 address inside a mapped, translated, compatible, NAT64 or 6to4 address. */
function embedded(address: string): string | undefined {
  if (!isIPv6(address)) return undefined;
  const groups = expand(address);
  const at = groups[0] === 0x2002 ? 1 : 6;
  const nat64 = groups[0] === 0x64 && groups[1] === 0xff9b;
  // In the last six groups `0:0`, `0:ffff` (mapped) or `ffff:0` (translated, RFC 2765) stands before the IPv4 address.
  const [, , , , five = 0, six = 0] = groups;
  const low =
    groups.slice(0, 4).every((group) => group === 0) &&
    ((five === 0 && (six === 0 || six === 0xffff)) || (five === 0xffff && six === 0));
  if (at === 6 && !nat64 && !low) return undefined;
  const [high = 0, rest = 0] = groups.slice(at, at + 2);
  return [high >> 8, high & 255, rest >> 8, rest & 255].join(".");
}

function expand(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const text = dotted
    ? `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
    : address;
  const [head = "", tail] = text.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const middle = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...middle, ...right].map((group) => Number.parseInt(group, 16));
}
