import OpenAI from "openai";
import { startModelServer, type ServerRequest } from "@mm-agent/testkit";
import { expect, it } from "vitest";
import { createClient } from "./client.js";

/** What a server reads of a request; the SDK's own marks (x-stainless-…) and its name left out. */
function essence({ method, path, headers, body }: ServerRequest) {
  const { authorization, "content-type": type, "x-team": team } = headers;
  return { method, path, body, authorization, type, team };
}

it("sends what the SDK sends", async () => {
  const server = await startModelServer([{ body: {} }], { repeatLast: true });
  const baseURL = `${server.url}/v1`;
  const body = { model: "m", messages: [{ role: "user" as const, content: "Grüße" }], stream: true as const };
  const headers = { "X-Team": "blue" };
  await new OpenAI({
    baseURL,
    apiKey: "sk-1",
    defaultHeaders: headers,
    maxRetries: 0,
  }).chat.completions.create(body);
  const client = createClient({ baseUrl: baseURL, apiKey: "sk-1", headers, net: {} });
  await (await client.post("/chat/completions", body, new AbortController().signal)).text();
  const [theirs, ours] = server.requests.map(essence);
  expect(ours).toEqual(theirs);
  await server.close();
});
