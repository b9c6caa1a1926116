import { join, resolve } from 'node:path'
import { inspect } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { reachDatabase, type Database } from '../launch/database.ts'
import { withPaymentSimulator } from '../launch/payment-simulator.ts'
import { workIn, type Command, type CommandContext, type CommandInput } from '../command-line/command.ts'
import { commands } from './commands.ts'
import { formatError } from '../command-line/format-error.ts'
import { groupHelp, listGroup, formatHelp, overview, formatUsage } from '../command-line/help.ts'

/** The context of a command line: settings, the folder of its relative file names, its streams. */
type LineContext = {
  env: Record<string, string | undefined>
  folder: string
  printLine(text: string): void
  printStatus(text: string): void
  input: CommandInput
  ask?: CommandContext['ask']
}

/** Of every command: it runs in spite of a changed collation version of the database. */
const FORCE = '--force'
/** The exit code for SIGINT, by the convention of shells (128 + 2). */
const INTERRUPTED = 130

/** Runs a command line; errors are printed. @returns the exit code: 0 done, 1 failed, 2 invalid usage. */
export async function runLine(line: string[], lineContext: LineContext): Promise<number> {
  try {
    return await run(line, lineContext)
  } catch (error) {
    const said = formatError(error)
    lineContext.printStatus(typeof said === 'string' ? said : inspect(said))
    return 1
  }
}

async function run(line: string[], lineContext: LineContext): Promise<number> {
  const { printLine, printStatus } = lineContext
  const isFlag = (word: string) => word === '--help' || word === '-h'
  const help = line.some(isFlag) || line[0] === 'help'
  const force = line.includes(FORCE)
  const words = line.filter(
    (word, index) => !isFlag(word) && word !== FORCE && !(index === 0 && word === 'help'),
  )
  const command = commands.find((one) => one.name.every((word, index) => words[index] === word))
  if (!command) return printOverview(words, { help, printLine, printStatus })
  if (help) {
    printLine(formatHelp(command))
    return 0
  }
  const given = parseArguments(command, words.slice(command.name.length))
  if (!given) {
    printStatus(`Usage: ${formatUsage(command)}`)
    return 2
  }
  await command.run(createCommandContext(command, lineContext, force), given.args, given.options)
  return 0
}

/** The help of all commands or of a group, also where a line names no command. @returns the exit code. */
function printOverview(
  words: string[],
  { help, printLine, printStatus }: Pick<LineContext, 'printLine' | 'printStatus'> & { help: boolean },
): number {
  const group = listGroup(commands, words)
  if (help && (words.length === 0 || group.length > 0)) {
    printLine(group.length > 0 ? groupHelp(group, words) : overview(commands))
    return 0
  }
  const near = listGroup(commands, words.slice(0, 1))
  if (words.length > 0 && group.length === 0) printStatus(`Unknown command: ${words.join(' ')}.\n`)
  printStatus(near.length > 0 ? groupHelp(near, words.slice(0, 1)) : overview(commands))
  return 2
}

/** Parses arguments and options, each option once with its value; null if they do not match the command. */
function parseArguments(
  { positionals, options: known = {} }: Command,
  words: string[],
): { args: string[]; options: Record<string, string> } | null {
  const args: string[] = []
  const options: Record<string, string> = {}
  for (let at = 0; at < words.length; at += 1) {
    const [word = '', value] = words.slice(at, at + 2)
    // A negative number is an argument, for its command to refuse.
    if (!word.startsWith('-') || /^-\d/.test(word)) args.push(word)
    else if (
      !Object.hasOwn(known, word) ||
      Object.hasOwn(options, word) ||
      (value === undefined && known[word] !== '')
    )
      return null
    else if (known[word] === '') options[word] = ''
    else {
      options[word] = value ?? ''
      at += 1
    }
  }
  const least = positionals.filter((name) => !name.startsWith('[')).length
  const missing = Object.entries(known).some(
    ([name, value]) => value !== '' && !value.startsWith('[') && !Object.hasOwn(options, name),
  )
  return args.length < least || args.length > positionals.length || missing ? null : { args, options }
}

function createCommandContext(
  { uses = [] }: Command,
  { env, folder, printLine, printStatus, input, ask }: LineContext,
  force: boolean,
): CommandContext {
  // Relative settings refer to the project's folder, as for bin/start.
  const root = join(import.meta.dirname, '../..')
  const config = readConfig(env, uses)
  const settings = withPaymentSimulator({ ...config, dataDir: resolve(root, config.dataDir) })
  return {
    config: settings,
    resolvePath: (file) => resolve(folder, file),
    printLine,
    printStatus,
    input,
    ...(ask && { ask }),
    withDatabase: (work, options) => withDatabase(settings, printStatus, work, { ...options, force }),
  }
}

async function withDatabase<T>(
  config: CommandContext['config'],
  printStatus: LineContext['printStatus'],
  work: (database: Database) => Promise<T>,
  { withoutMigrations = false, handlesSignals = false, force = false } = {},
): Promise<T> {
  const stopping = new AbortController()
  let opened: Database | null = null
  const stop = () => {
    stopping.abort()
    void opened?.stop().finally(() => process.exit(INTERRUPTED))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const removeListeners = () => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
  try {
    opened = await reachDatabase(
      config,
      (message, fields) => printStatus(fields ? `${message} ${JSON.stringify(fields)}` : message),
      { signal: stopping.signal, force },
    )
    stopping.signal.throwIfAborted()
    if (handlesSignals) removeListeners()
    if (!withoutMigrations) await opened.migrate()
    return await workIn(opened, work)
  } catch (error) {
    if (!stopping.signal.aborted) throw error
    await opened?.stop()
    return process.exit(INTERRUPTED)
  } finally {
    removeListeners()
    await opened?.stop()
  }
}
