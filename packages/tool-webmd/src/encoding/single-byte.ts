/**
 * Single-byte encodings that Node's decoder gets wrong or lacks, as the Encoding standard defines them: Node 20 turns
 * bytes 0x80 to 0x9F of windows-1252 into control characters, and ISO-8859-16 is unknown to it.
 */
const UPPER: Readonly<Record<string, { readonly from: number; readonly chars: string }>> = {
  "windows-1252": {
    from: 0x80,
    chars:
      "\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F" +
      "\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178",
  },
  "iso-8859-16": {
    from: 0xa0,
    chars:
      "\u00A0\u0104\u0105\u0141\u20AC\u201E\u0160\u00A7\u0161\u00A9\u0218\u00AB\u0179\u00AD\u017A\u017B" +
      "\u00B0\u00B1\u010C\u0142\u017D\u201D\u00B6\u00B7\u017E\u010D\u0219\u00BB\u0152\u0153\u0178\u017C" +
      "\u00C0\u00C1\u00C2\u0102\u00C4\u0106\u00C6\u00C7\u00C8\u00C9\u00CA\u00CB\u00CC\u00CD\u00CE\u00CF" +
      "\u0110\u0143\u00D2\u00D3\u00D4\u0150\u00D6\u015A\u0170\u00D9\u00DA\u00DB\u00DC\u0118\u021A\u00DF" +
      "\u00E0\u00E1\u00E2\u0103\u00E4\u0107\u00E6\u00E7\u00E8\u00E9\u00EA\u00EB\u00EC\u00ED\u00EE\u00EF" +
      "\u0111\u0144\u00F2\u00F3\u00F4\u0151\u00F6\u015B\u0171\u00F9\u00FA\u00FB\u00FC\u0119\u021B\u00FF",
  },
};

/** The text of bytes in an encoding of the table; undefined for any other encoding. */
export function decodeSingleByte(bytes: Uint8Array, encoding: string): string | undefined {
  const upper = UPPER[encoding];
  if (!upper) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const { from, chars } = upper;
  const last = from + chars.length - 1;
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0080-\u00FF]/g, (char) => {
    const code = char.charCodeAt(0);
    return code >= from && code <= last ? chars.charAt(code - from) : char;
  });
}
