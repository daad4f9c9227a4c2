/** How the arguments of a program that only starts another one are laid out. */
export interface StarterOptions {
  /** Letters and long names of options that take the next word as their value. */
  readonly valued?: string;
  readonly longValued?: readonly string[];
  /** Words between the options and the program (a duration, a mask). */
  readonly words?: number;
  readonly assigns?: boolean;
  readonly plain?: boolean;
}

/** Programs that only start another one, and how their arguments are laid out (their manuals). */
export const STARTERS: Readonly<Record<string, StarterOptions>> = {
  env: { valued: "uC", longValued: ["unset", "chdir"], assigns: true, plain: true },
  timeout: { valued: "sk", longValued: ["signal", "kill-after"], words: 1, plain: true },
  gtimeout: { valued: "sk", longValued: ["signal", "kill-after"], words: 1, plain: true },
  nice: { valued: "n", longValued: ["adjustment"], plain: true },
  nohup: { plain: true },
  setsid: { plain: true },
  stdbuf: { valued: "ioe", longValued: ["input", "output", "error"], plain: true },
  time: { valued: "fo", longValued: ["format", "output"], plain: true },
  command: { plain: true },
  builtin: { plain: true },
  exec: { valued: "a", plain: true },
  ionice: { valued: "cnpPu", longValued: ["class", "classdata"], plain: true },
  chrt: { valued: "TPD", words: 1 },
  taskset: { words: 1 },
  caffeinate: { valued: "tw", plain: true },
  sudo: {
    valued: "ugpCTrthUDR",
    longValued: [
      "user",
      "group",
      "prompt",
      "host",
      "chdir",
      "chroot",
      "role",
      "type",
      "other-user",
      "command-timeout",
      "close-from",
    ],
    assigns: true,
  },
  doas: { valued: "uC" },
  xargs: {
    valued: "nPIRLdsaE",
    longValued: [
      "max-args",
      "max-procs",
      "replace",
      "max-lines",
      "delimiter",
      "max-chars",
      "arg-file",
      "eof",
      "process-slot-var",
    ],
  },
  strace: { valued: "oesapuPSXbIE" },
  ltrace: { valued: "oesapun" },
  busybox: {},
  toybox: {},
  unshare: {},
  chroot: { longValued: ["userspec", "groups"], words: 1 },
  runuser: {
    valued: "ugGswT",
    longValued: ["user", "group", "supp-group", "shell", "whitelist-environment"],
  },
  prlimit: { valued: "po", longValued: ["pid", "output"] },
  setarch: {},
  linux32: {},
  linux64: {},
  i386: {},
  x86_64: {},
  nsenter: { valued: "tSGN", longValued: ["target", "setuid", "setgid", "net-socket"] },
  script: {
    valued: "IOBTtoEm",
    longValued: ["log-in", "log-out", "log-io", "log-timing", "echo", "output-limit"],
  },
  "ld.so": {
    longValued: ["library-path", "preload", "argv0", "audit", "inhibit-rpath", "glibc-hwcaps-mask"],
  },
  flock: { valued: "wE", longValued: ["timeout", "wait", "conflict-exit-code"], words: 1 },
  watch: { valued: "nq", longValued: ["interval", "equexit"] },
};
