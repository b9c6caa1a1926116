import { ConfigError } from '#server/config/config.ts'
import { BrokenBackup } from '../backup/backup-file.ts'
import { EmbeddedLocked, EmbeddedUnavailable } from '#postgres/errors.ts'
import { DatabaseSetupError } from '#server/database/setup-error.ts'
import { CommandError } from './command.ts'

const sentences = [
  ConfigError,
  EmbeddedLocked,
  EmbeddedUnavailable,
  DatabaseSetupError,
  BrokenBackup,
  CommandError,
]
/** Codes of system errors (ENOENT, ECONNREFUSED), and of a database that rejects the connection. */
const EXPECTED_CODES = /^(E[A-Z0-9]+|28\w{3}|3D\w{3}|57P\w{2})$/

/** The message of an error that the operator can fix; else the whole error, with its stack. */
export function formatError(error: unknown): unknown {
  if (sentences.some((kind) => error instanceof kind) && error instanceof Error) return error.message
  if (!(error instanceof Error && 'code' in error && EXPECTED_CODES.test(String(error.code)))) return error
  return error instanceof AggregateError ? error.errors.map(String).join('; ') : error.message
}
