import { ConfigError } from '#server/config.ts'
import { BrokenBackup } from '#server/data/backup-file.ts'
import { EmbeddedRefused, EmbeddedUnavailable } from '#server/data/embedded/errors.ts'
import { DatabaseRefused } from '#server/data/refused.ts'
import { Refusal } from './command.ts'

const sentences = [ConfigError, EmbeddedRefused, EmbeddedUnavailable, DatabaseRefused, BrokenBackup, Refusal]
/** Of the system (ENOENT, ECONNREFUSED) and of a database that lets nobody in: a wrong password, an unknown name, shutting down. */
const outside = /^(E[A-Z0-9]+|28\w{3}|3D\w{3}|57P\w{2})$/

/** What the operator can put right by the message alone, else everything there is to know. */
export function told(error: unknown): unknown {
  if (sentences.some((kind) => error instanceof kind) && error instanceof Error) return error.message
  if (!(error instanceof Error && 'code' in error && outside.test(String(error.code)))) return error
  return error instanceof AggregateError ? error.errors.map(String).join('; ') : error.message
}
