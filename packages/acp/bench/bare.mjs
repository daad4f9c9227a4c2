// The floor: a process that answers one line and does nothing else.
process.stdin.on("data", () => process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}\n'));
