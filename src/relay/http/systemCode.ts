/**
 * The code that the system, TLS, undici or fetch gave a failure, of several attempts the first one's; failing that,
 * the error's name. Never its message, which may quote what was sent.
 */
export function systemCodeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner instanceof Error ? systemCodeOf(inner) : error.name;
}
