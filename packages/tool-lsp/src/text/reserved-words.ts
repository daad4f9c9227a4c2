const C =
  "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local";
const CPP =
  `${C} alignas alignof and and_eq asm bitand bitor bool catch class co_await co_return co_yield compl concept const_cast consteval constexpr constinit char8_t char16_t char32_t decltype delete dynamic_cast explicit export false friend mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public reinterpret_cast requires static_assert static_cast template this thread_local throw true try typeid typename using virtual wchar_t xor xor_eq`.replace(
    " restrict ",
    " ",
  );
const JS =
  "await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield";
const PYTHON =
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield";
const GO =
  "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var";
const RUST =
  "Self abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe unsized use virtual where while yield";
const BASH = "case coproc do done elif else esac fi for function if in select then time until while";

/** The words that cannot be names, by the files of the languages. */
const RESERVED: readonly (readonly [extensions: string, language: string, words: ReadonlySet<string>])[] = [
  [".ts .tsx .mts .cts", "TypeScript", new Set(JS.split(" "))],
  [".js .jsx .mjs .cjs", "JavaScript", new Set(JS.split(" "))],
  [".py .pyi", "Python", new Set(PYTHON.split(" "))],
  [".go", "Go", new Set(GO.split(" "))],
  [".c .h .m", "C", new Set(C.split(" "))],
  [".cc .cpp .cxx .hpp .hh .hxx .mm", "C++", new Set(CPP.split(" "))],
  [".rs", "Rust", new Set(RUST.split(" "))],
  [".sh .bash", "Bash", new Set(BASH.split(" "))],
];

/** The language in which the word is reserved, in files with this extension; undefined when it can be a name. */
export function reservedIn(word: string, extension: string): string | undefined {
  if (extension === "") return undefined;
  return RESERVED.find(
    ([extensions, , words]) => extensions.split(" ").includes(extension) && words.has(word),
  )?.[1];
}
