import { expect, test } from "vitest";
import { cleanSymbol } from "./clean-symbol.js";

test.each([
  ["Greet", ".go", "Greet", undefined],
  ["Greet', ", ".go", "Greet", undefined],
  ["person.Greet", ".go", "Greet", undefined],
  ["`greet()`", ".ts", "greet", undefined],
  ["greet(person: Person)", ".ts", "greet", undefined],
  ["function greet(a, b)", ".ts", "greet", undefined],
  ["func (p *Person) Greet(x int)", ".go", "Greet", undefined],
  ["std::vector<int>", ".cpp", "vector", undefined],
  ["this.#secret", ".ts", "secret", undefined],
  ["obj?.method", ".ts", "method", undefined],
  ["*Person", ".go", "Person", undefined],
  ["“naïve”", ".py", "naïve", undefined],
  ["日本語", ".py", "日本語", undefined],
  ["$scope", ".js", "$scope", undefined],
  ["--brand", ".css", "--brand", undefined],
  [".card-title", ".css", "card-title", undefined],
  ["my-func", ".sh", "my-func", undefined],
  ["a-b", ".ts", "b", undefined],
  ["Greet 1 12 Hello", ".go", "Greet", "Hello"],
  ["Greet, 1, 12, 'Hello'", ".go", "Greet", "Hello"],
  ["Greet 1 12", ".go", "Greet", undefined],
  ["class", ".ts", "class", undefined],
  ["", ".ts", "", undefined],
  ["'\" ,", ".ts", "", undefined],
])("%j in %s is %j", (raw, extension, symbol, last) => {
  expect(cleanSymbol(raw, extension)).toEqual(last === undefined ? { symbol } : { symbol, last });
});
