// The floor: a process that answers the first line and does nothing else.
process.stdin.once("data", () => process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}\n'));
process.stdin.resume();
