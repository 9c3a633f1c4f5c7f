/**
 * The log as code without VS Code needs it. VS Code's LogOutputChannel is one. Never give it a key, a prompt or a
 * header.
 */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A log that discards everything. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
