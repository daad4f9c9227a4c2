// Preloaded into a measured process: says at its end what it took. Writes to the file named by BENCH_USAGE.
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  require("node:fs").writeFileSync(
    process.env.BENCH_USAGE,
    JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, rss: maxRSS / 1024 }),
  );
});
