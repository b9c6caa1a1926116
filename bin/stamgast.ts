import { join, resolve } from 'node:path'
import { ConfigError, processConfig } from '#server/config.ts'
import { BrokenBackup } from '#server/data/backup-file.ts'
import { EmbeddedRefused, EmbeddedUnavailable } from '#server/data/embedded/errors.ts'
import { reachDatabase, type Database } from './database.ts'
import { Refusal, type Command, type Desk } from './operator/command.ts'
import { backupCommand, migrate, restoreCommand } from './operator/database.ts'
import { demoReset } from './operator/demo.ts'
import { inviteCreate } from './operator/invite.ts'
import { linkCreate } from './operator/link.ts'
import { helpOf, overview, usageOf } from './operator/help.ts'
import { tenantExport, tenantImport, tenantList } from './operator/tenant.ts'

const commands: readonly Command[] = [tenantImport, tenantExport, tenantList, inviteCreate, linkCreate, migrate, demoReset, backupCommand, restoreCommand]

const say = (text: string) => void process.stdout.write(`${text}\n`)
const note = (text: string) => void process.stderr.write(`${text}\n`)

/** @returns the exit code: 0 done, 1 refused or failed, 2 not understood. */
async function main(line: string[]): Promise<number> {
  const help = line.some((word) => word === '--help' || word === '-h')
  const words = line.filter((word) => word !== '--help' && word !== '-h')
  const command = commands.find((one) => one.words.every((word, index) => words[index] === word))
  if (!command) {
    const asked = help && words.length === 0
    if (words.length > 0) note(`There is no command ${words.join(' ')}.\n`)
    ;(asked ? say : note)(overview(commands))
    return asked ? 0 : 2
  }
  if (help) {
    say(helpOf(command))
    return 0
  }
  const given = understood(command, words.slice(command.words.length))
  if (!given) {
    note(`Usage: ${usageOf(command)}`)
    return 2
  }
  await command.run(openDesk(), given.args, given.options)
  return 0
}

/** The arguments and the options of a line, each option once and with its value; null where they are not the command's. */
function understood({ takes, options: known = {} }: Command, words: string[]): { args: string[]; options: Record<string, string> } | null {
  const args: string[] = []
  const options: Record<string, string> = {}
  for (let at = 0; at < words.length; at += 1) {
    const [word = '', value] = words.slice(at, at + 2)
    if (!word.startsWith('-')) args.push(word)
    else if (!Object.hasOwn(known, word) || Object.hasOwn(options, word) || value === undefined) return null
    else {
      options[word] = value
      at += 1
    }
  }
  const least = takes.filter((name) => !name.startsWith('[')).length
  const missing = Object.entries(known).some(([name, value]) => !value.startsWith('[') && !Object.hasOwn(options, name))
  return args.length < least || args.length > takes.length || missing ? null : { args, options }
}

function openDesk(): Desk {
  const here = process.cwd()
  // The settings mean the same as for bin/start, which works in the project's folder.
  const root = join(import.meta.dirname, '..')
  const config = processConfig()
  const desk = { ...config, dataDir: resolve(root, config.dataDir) }
  return { config: desk, pathOf: (file) => resolve(here, file), say, note, withDatabase: (work, options) => withDatabase(desk, work, options?.asItIs ?? false) }
}

async function withDatabase<T>(config: Desk['config'], work: (database: Database) => Promise<T>, asItIs: boolean): Promise<T> {
  const database = await reachDatabase(config, (message, fields) => note(fields ? `${message} ${JSON.stringify(fields)}` : message))
  const stop = () => void database.stop().finally(() => process.exit(130))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    if (!asItIs) await database.migrate()
    return await work(database)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await database.stop()
  }
}

const sentences = [ConfigError, EmbeddedRefused, EmbeddedUnavailable, BrokenBackup, Refusal]
/** Of the system (ENOENT, ECONNREFUSED) and of a database that lets nobody in: a wrong password, an unknown name, shutting down. */
const outside = /^(E[A-Z0-9]+|28\w{3}|3D\w{3}|57P\w{2})$/

/** What the operator can put right by the message alone, else everything there is to know. */
function told(error: unknown): unknown {
  if (sentences.some((kind) => error instanceof kind) && error instanceof Error) return error.message
  if (!(error instanceof Error && 'code' in error && outside.test(String(error.code)))) return error
  return error instanceof AggregateError ? error.errors.map(String).join('; ') : error.message
}

main(process.argv.slice(2)).then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    console.error(told(error))
    process.exitCode = 1
  },
)
