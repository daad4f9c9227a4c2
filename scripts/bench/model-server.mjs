// The model server of the start benchmark, a process of its own: its work must not wait for the measuring one.
// Prints its port. Scenarios by the last word of the prompt: hello, tool, flood.
import http from "node:http";

const DELTAS = 20_000;
let requests = 0;

const server = http.createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    if (request.url === "/count") {
      response.end(String(requests));
      requests = 0;
      return;
    }
    if (request.method !== "POST") return response.writeHead(404).end("{}");
    requests += 1;
    const body = JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (request.url.endsWith("/messages")) anthropic(body, response);
    else openai(body, response);
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));

function scenario(messages) {
  const last = messages.findLast((message) => message.role === "user");
  const text =
    typeof last.content === "string" ? last.content : last.content.map((block) => block.text ?? "").join(" ");
  return {
    name: /flood|tool/.exec(text)?.[0] ?? "hello",
    answered: messages.some((message) => message.role === "tool"),
  };
}

function openai({ messages }, response) {
  const send = (delta, finish = null) =>
    response.write(
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", model: "bench", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  const { name, answered } = scenario(messages);
  if (name === "tool" && !answered) {
    send({
      tool_calls: [
        { index: 0, id: "call_1", type: "function", function: { name: "bash", arguments: '{"command":' } },
      ],
    });
    send({ tool_calls: [{ index: 0, function: { arguments: '"echo hi"}' } }] });
    send({}, "tool_calls");
  } else {
    const count = name === "flood" ? DELTAS : 3;
    for (let i = 0; i < count; i++) send({ content: `word${i % 10} ` });
    send({}, "stop");
  }
  response.write(
    `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 900, completion_tokens: 5 } })}\n\n`,
  );
  response.end("data: [DONE]\n\n");
}

function anthropic(_body, response) {
  const send = (type, more) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  send("message_start", { message: { usage: { input_tokens: 900, output_tokens: 1 } } });
  send("content_block_start", { index: 0, content_block: { type: "text", text: "" } });
  for (let i = 0; i < 3; i++)
    send("content_block_delta", { index: 0, delta: { type: "text_delta", text: `word${i} ` } });
  send("content_block_stop", { index: 0 });
  send("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } });
  send("message_stop", {});
  response.end();
}
