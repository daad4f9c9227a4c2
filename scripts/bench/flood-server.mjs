// The model server of the window benchmark, a process of its own. Prints its port. Every answer is a flood: DELTAS deltas of
// one word each, spread evenly over MS milliseconds, which is faster than any model writes.
import http from "node:http";

const DELTAS = Number(process.env.DELTAS ?? 20_000);
const MS = Number(process.env.MS ?? 5000);
const STEP_MS = 5;

const server = http.createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    if (request.method !== "POST")
      return response.end(JSON.stringify({ object: "list", data: [{ id: "bench" }] }));
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (delta, finish) =>
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", model: "bench", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const start = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      const due = Math.min(DELTAS, Math.ceil(((performance.now() - start) / MS) * DELTAS));
      let text = "";
      for (; sent < due; sent += 1)
        text += send({ content: sent % 12 === 11 ? `word${sent}\n\n` : `word${sent} ` }, null);
      response.write(text);
      if (sent < DELTAS) return;
      clearInterval(timer);
      response.write(send({ content: "THE-END" }, null) + send({}, "stop"));
      response.end("data: [DONE]\n\n");
    }, STEP_MS);
    response.on("close", () => clearInterval(timer));
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
