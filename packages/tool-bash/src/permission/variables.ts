/** Variables that change how a program shows things and nothing else; all others may change what it runs. */
const SAFE =
  /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|CI|COLORTERM|DEBUG|NODE_ENV|RAILS_ENV|RUST_BACKTRACE|RUST_LOG|VERBOSE|DEBIAN_FRONTEND|CGO_ENABLED|GOOS|GOARCH)$/;

/** Whether setting a variable for a command cannot make another command of it. */
export function isSafeVariable(name: string): boolean {
  return SAFE.test(name);
}

/**
 * Whether a variable that is set for the shell alone (`x=1; …`) may reach programs: names in capitals may be exported
 * already, and some are the shell's own.
 */
export function mayReachPrograms(name: string): boolean {
  return !isSafeVariable(name) && !/^[a-z][a-z0-9_]*$/.test(name);
}
