// The least an agent needs in Node: the yardstick of `npm run bench:start`, with no dependency and no error handling.
// Usage: node floor.mjs --version | --help | -p <prompt>   with FLOOR_URL = http://127.0.0.1:<port>/v1
import http from "node:http";

const [mode, prompt] = process.argv.slice(2);
if (mode === "--version") process.stdout.write("floor 1\n");
else if (mode === "--help") process.stdout.write("usage: floor -p <prompt>\n");
else await turn(prompt);

/** Sends one request and calls `take` with each parsed event. */
function ask(messages, take) {
  const tools = [
    {
      type: "function",
      function: {
        name: "bash",
        description: "Runs a command.",
        parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
      },
    },
  ];
  const body = JSON.stringify({ model: "bench", stream: true, messages, tools });
  const headers = { "content-type": "application/json", authorization: "Bearer none" };
  return new Promise((resolve, reject) => {
    const request = http.request(`${process.env.FLOOR_URL}/chat/completions`, {
      method: "POST",
      headers,
      agent: false,
    });
    request.on("error", reject);
    request.on("response", (response) => {
      response.setEncoding("utf8");
      let rest = "";
      response.on("data", (text) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop();
        for (const line of lines)
          if (line.startsWith("data: {")) take(JSON.parse(line.slice(6)).choices?.[0]?.delta ?? {});
      });
      response.on("end", resolve);
    });
    request.end(body);
  });
}

async function turn(text) {
  const messages = [{ role: "user", content: text }];
  for (;;) {
    const said = [];
    const calls = [];
    await ask(messages, (delta) => {
      if (delta.content) {
        said.push(delta.content);
        process.stdout.write(delta.content);
      }
      for (const part of delta.tool_calls ?? []) {
        calls[part.index] ??= {
          id: part.id,
          type: "function",
          function: { name: part.function.name, arguments: "" },
        };
        calls[part.index].function.arguments += part.function.arguments ?? "";
      }
    });
    messages.push({
      role: "assistant",
      content: said.join(""),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    });
    if (calls.length === 0) break;
    const { spawn } = await import("node:child_process");
    for (const call of calls) {
      const child = spawn("bash", ["-c", JSON.parse(call.function.arguments).command]);
      let output = "";
      child.stdout.on("data", (bytes) => (output += bytes));
      child.stderr.on("data", (bytes) => (output += bytes));
      await new Promise((resolve) => child.on("close", resolve));
      messages.push({ role: "tool", tool_call_id: call.id, content: output });
    }
  }
  process.stdout.write("\n");
}
