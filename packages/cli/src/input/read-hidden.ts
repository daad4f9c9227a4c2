const ENTER = new Set(["\r", "\n"]);
const ERASE = new Set(["\u007f", "\b"]);
const INTERRUPT = new Set(["\u0003", "\u0004"]);

/** Reads one line from the terminal without showing it; undefined when the person gives up. */
export async function readHidden(prompt: string): Promise<string | undefined> {
  const { stdin, stderr } = process;
  stderr.write(prompt);
  const raw = stdin.isRaw;
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  let line = "";
  try {
    return await new Promise<string | undefined>((resolve) => {
      const onData = (text: string): void => {
        for (const char of text) {
          if (ENTER.has(char) || INTERRUPT.has(char)) {
            stdin.off("data", onData);
            resolve(ENTER.has(char) ? line : undefined);
            return;
          }
          if (ERASE.has(char)) line = line.slice(0, -1);
          else if (char >= " ") line += char;
        }
      };
      stdin.on("data", onData);
      stdin.once("end", () => resolve(undefined));
    });
  } finally {
    stdin.setRawMode(raw);
    stdin.pause();
    stderr.write("\n");
  }
}
