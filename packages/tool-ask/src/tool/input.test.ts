import { expect, it } from "vitest";
import { tasksOf } from "./input.js";

const one = { agent: "a", prompt: "look" };
const two = { agent: "b", prompt: "write" };

it.each([
  [one, [one]],
  [{}, [{ agent: "", prompt: "" }]],
  [{ tasks: [one, two] }, [one, two]],
  [{ ...one, tasks: [two] }, [one, two]],
  [{ ...one, tasks: [one, two] }, [one, two]],
  [{ agent: "a", tasks: [two] }, [two]],
])("%j asks %j", (input, tasks) => {
  expect(tasksOf(input)).toEqual(tasks);
});
