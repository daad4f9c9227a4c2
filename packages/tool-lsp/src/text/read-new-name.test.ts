import { expect, test } from "vitest";
import { readNewName } from "./read-new-name.js";

test.each([
  ["hello", ".go", "hello"],
  ["`hello`", ".ts", "hello"],
  ["'Hello', ", ".go", "Hello"],
  ["person.Hello", ".go", "Hello"],
  ["std::next", ".cpp", "next"],
  ["hello()", ".py", "hello"],
  ["hello(name: string)", ".ts", "hello"],
  ["Box<T>", ".ts", "Box"],
  ["$scope", ".js", "$scope"],
  ["this.#secret", ".ts", "secret"],
  ["日本語", ".py", "日本語"],
  ["--brand", ".css", "--brand"],
  [".card-title", ".css", "card-title"],
  ["my-func", ".sh", "my-func"],
  ["class", ".txt", "class"],
  ["match", ".py", "match"],
  ["type", ".ts", "type"],
  ["'\" ,", ".ts", ""],
  ["", ".ts", ""],
])("%j in %s is %j", (raw, extension, name) => {
  expect(readNewName(raw, extension)).toEqual({ name });
});

test.each([
  ["foo-bar", ".ts", 'new_name "foo-bar" is not an identifier: it holds "-"'],
  ["foo bar", ".go", 'new_name "foo bar" is not an identifier: it holds a blank'],
  ["function hello", ".ts", 'new_name "function hello" is not an identifier: it holds a blank'],
  ["2fast", ".py", 'new_name "2fast" is not an identifier: it begins with a digit'],
  ["'2fast'", ".py", 'new_name "2fast" is not an identifier: it begins with a digit'],
  ["pkg.2fast", ".go", 'new_name "pkg.2fast" is not an identifier: it begins with a digit'],
  ["a/b", ".c", 'new_name "a/b" is not an identifier: it holds "/"'],
  ["class", ".ts", 'new_name "class" is a reserved word of TypeScript'],
  ["await", ".mjs", 'new_name "await" is a reserved word of JavaScript'],
  ["`lambda`", ".py", 'new_name "lambda" is a reserved word of Python'],
  ["func", ".go", 'new_name "func" is a reserved word of Go'],
  ["restrict", ".c", 'new_name "restrict" is a reserved word of C'],
  ["template", ".cpp", 'new_name "template" is a reserved word of C++'],
  ["fn", ".rs", 'new_name "fn" is a reserved word of Rust'],
  ["done", ".sh", 'new_name "done" is a reserved word of Bash'],
])("%j in %s is refused", (raw, extension, problem) => {
  expect(readNewName(raw, extension)).toEqual({ problem });
});
