import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '#server/config/setting.ts'
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
/**
 * Codes of system errors (ENOENT, ECONNREFUSED), and of a database that rejects the connection or does not
 * reach one of its nodes, which its message names.
 */
const EXPECTED_CODES = /^(E[A-Z0-9]+|08\w{3}|28\w{3}|3D\w{3}|57P\w{2})$/

/** What to do about a file that cannot be used, by the code of the system error. */
const fileErrors: Record<string, (file: string) => string> = {
  ENOENT: (file) =>
    existsSync(dirname(file))
      ? `There is no file ${file}: check its name.`
      : `There is no folder ${dirname(file)}: check its name, or make it.`,
  EEXIST: (file) => `${file} exists already: choose another name.`,
  EISDIR: (file) => `${file} is a folder: name a file.`,
  ENOTDIR: (file) => `There is no file ${file}: check its name.`,
  EACCES: (file) => `${file} is not accessible for this user: check its permissions.`,
  EPERM: (file) => `${file} is not accessible for this user: check its permissions.`,
  ENOSPC: (file) => `${file} cannot be written: the disk is full.`,
  EROFS: (file) => `${file} cannot be written: the disk is read-only.`,
}

/** The message of an error that the operator can fix; else the whole error, with its stack. */
export function formatError(error: unknown): unknown {
  if (sentences.some((kind) => error instanceof kind) && error instanceof Error) return error.message
  if (!(error instanceof Error && 'code' in error && EXPECTED_CODES.test(String(error.code)))) return error
  if (error instanceof AggregateError) return error.errors.map(String).join('; ')
  if (error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${String(error.port)} is in use: choose another with PORT.`
  const path = 'path' in error && typeof error.path === 'string' ? error.path : null
  // Reading a folder reports no path.
  const file = path ?? ('syscall' in error && error.syscall === 'read' ? 'The file' : null)
  return (file && fileErrors[String(error.code)]?.(file)) || error.message
}
