import { ConfigError } from '#server/config/setting.ts'

/** Throws the error of listening again, a port in use as a ConfigError that names its setting. */
export const takenPort =
  (setting: string) =>
  (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error)
      throw new ConfigError(`${setting}: port ${String(error.port)} is in use: choose another, or none.`)
    throw error
  }
