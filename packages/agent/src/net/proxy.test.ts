import { describe, expect, it } from "vitest";
import { isLoopback, proxyFor } from "./proxy.js";

const env = { http_proxy: "http://plain:1", HTTPS_PROXY: "secure:2" };

describe("proxyFor", () => {
  it("takes the scheme's variable, lower case first, then all_proxy", () => {
    expect(proxyFor(new URL("http://a.test/"), env)).toBe("http://plain:1");
    expect(proxyFor(new URL("https://a.test/"), env)).toBe("http://secure:2");
    expect(
      proxyFor(new URL("https://a.test/"), { https_proxy: "http://lower:3", HTTPS_PROXY: "http://upper:4" }),
    ).toBe("http://lower:3");
    expect(proxyFor(new URL("https://a.test/"), { ALL_PROXY: "http://all:5" })).toBe("http://all:5");
    expect(proxyFor(new URL("https://a.test/"), { https_proxy: " " })).toBeUndefined();
  });

  it("never uses one for this machine", () => {
    for (const host of ["localhost", "x.localhost", "127.0.0.1", "127.9.9.9", "[::1]", "0.0.0.0"]) {
      expect(isLoopback(host)).toBe(true);
      expect(proxyFor(new URL(`http://${host}/`), env)).toBeUndefined();
    }
    expect(isLoopback("localhost.evil.test")).toBe(false);
    expect(isLoopback("127.0.0.1.evil.test")).toBe(false);
  });

  it.each([
    ["*", "http://a.test/", true],
    ["a.test", "http://a.test/", true],
    ["a.test", "http://b.a.test/", true],
    ["a.test", "http://ba.test/", false],
    [".a.test, other", "http://b.a.test/", true],
    ["*.a.test", "http://b.a.test/", true],
    ["a.test:81", "http://a.test/", false],
    ["a.test:80", "http://a.test/", true],
    ["10.0.0.0/8", "http://10.1.2.3/", true],
    ["10.0.0.0/8", "http://11.1.2.3/", false],
    ["10.0.0.0/99", "http://10.1.2.3/", false],
    ["fd00::/8", "http://[fd00::1]/", true],
    ["192.168.1.5", "http://192.168.1.5:8000/v1", true],
  ])("no_proxy %s for %s: %s", (list, url, exempt) => {
    expect(proxyFor(new URL(url), { ...env, NO_PROXY: list }) === undefined).toBe(exempt);
  });
});
