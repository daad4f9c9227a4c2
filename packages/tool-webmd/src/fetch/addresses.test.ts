import { expect, test } from "vitest";
import { refusal } from "./addresses.js";

const METADATA = "a cloud metadata address";
const PRIVATE = "a private address, and those are blocked";

test.each([
  "169.254.169.254",
  "168.63.129.16",
  "100.100.100.200",
  "fd00:ec2::254",
  "::ffff:169.254.169.254",
  "::ffff:a9fe:a9fe",
  "::ffff:0:169.254.169.254",
  "64:ff9b::169.254.169.254",
  "2002:a9fe:a9fe::1",
])("%s is always refused", (address) => {
  expect(refusal(address, false)).toBe(METADATA);
  expect(refusal(address, true)).toBe(METADATA);
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.31.0.1",
  "192.168.1.1",
  "169.254.1.1",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::1%eth0",
  "fd12::1",
  "ff02::1",
  "::ffff:8.8.8.8",
  "::ffff:0:7f00:1",
  "64:ff9b::8.8.8.8",
  "2002:808:808::1",
])("%s is refused when private addresses are blocked", (address) => {
  expect(refusal(address, true)).toBe(PRIVATE);
  expect(refusal(address, false)).toBeUndefined();
});

test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111"])("%s is public", (address) => {
  expect(refusal(address, true)).toBeUndefined();
});
