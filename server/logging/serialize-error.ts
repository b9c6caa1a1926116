/**
 * Serialises an error without its message, since messages of databases and mail servers contain guests' data.
 * `said` is what a provider says, without what it must not repeat. `at` has up to six stack frames.
 */
export function serializeError(error: unknown): {
  name: string
  code?: string | number
  cause?: string | number
  said?: string
  at?: string[]
} {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = findCode(error)
  const cause = findCode(error.cause)
  const at = stackFrames(error).slice(0, 6)
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause }),
    ...('said' in error && typeof error.said === 'string' ? { said: error.said } : {}),
    ...(at.length > 0 ? { at } : {}),
  }
}

/** Skips the message at the start of the stack: it could contain lines that look like frames. */
function stackFrames({ stack = '', message }: Error): string[] {
  const from = stack.indexOf(message)
  return from < 0
    ? []
    : stack
        .slice(from + message.length)
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .map((line) => line.trim())
}

function findCode(error: unknown): string | number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('responseCode' in error && typeof error.responseCode === 'number') return error.responseCode
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
