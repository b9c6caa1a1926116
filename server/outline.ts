/** An error as the log may keep it: its kind and where it came from. Messages of databases and mail servers name guests. */
export function outline(error: unknown): { name: string; code?: string | number; cause?: string | number; at?: string[] } {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = codeOf(error)
  const cause = codeOf(error.cause)
  const at = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)).slice(0, 6).map((line) => line.trim())
  return { name: error.name, ...(code === undefined ? {} : { code }), ...(cause === undefined ? {} : { cause }), ...(at ? { at } : {}) }
}

function codeOf(error: unknown): string | number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('responseCode' in error && typeof error.responseCode === 'number') return error.responseCode
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
