/** An error as the log may keep it: its kind and where it came from. Messages of databases and mail servers name guests. */
export function outline(error: unknown): {
  name: string
  code?: string | number
  cause?: string | number
  at?: string[]
} {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = codeOf(error)
  const cause = codeOf(error.cause)
  const at = framesOf(error).slice(0, 6)
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause }),
    ...(at.length > 0 ? { at } : {}),
  }
}

/** The message stands before them, and could spell lines like theirs. */
function framesOf({ stack = '', message }: Error): string[] {
  const from = stack.indexOf(message)
  return from < 0
    ? []
    : stack
        .slice(from + message.length)
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .map((line) => line.trim())
}

function codeOf(error: unknown): string | number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('responseCode' in error && typeof error.responseCode === 'number') return error.responseCode
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
