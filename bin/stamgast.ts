import { join, resolve } from 'node:path'
import { processConfig } from '#server/config.ts'
import { reachDatabase, type Database } from './database.ts'
import type { Command, Desk } from './operator/command.ts'
import { commands } from './operator/commands.ts'
import { told } from './operator/failure.ts'
import { helpOf, overview, usageOf } from './operator/help.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)
const note = (text: string) => void process.stderr.write(`${text}\n`)

/** As shells tell of a command that was interrupted. */
const INTERRUPTED = 130

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
  await command.run(openDesk(command), given.args, given.options)
  return 0
}

/** The arguments and the options of a line, each option once and with its value, where it takes one; null where they are not the command's. */
function understood(
  { takes, options: known = {} }: Command,
  words: string[],
): { args: string[]; options: Record<string, string> } | null {
  const args: string[] = []
  const options: Record<string, string> = {}
  for (let at = 0; at < words.length; at += 1) {
    const [word = '', value] = words.slice(at, at + 2)
    if (!word.startsWith('-')) args.push(word)
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
  const least = takes.filter((name) => !name.startsWith('[')).length
  const missing = Object.entries(known).some(
    ([name, value]) => value !== '' && !value.startsWith('[') && !Object.hasOwn(options, name),
  )
  return args.length < least || args.length > takes.length || missing ? null : { args, options }
}

function openDesk({ uses = [] }: Command): Desk {
  const here = process.cwd()
  // The settings mean the same as for bin/start, which works in the project's folder.
  const root = join(import.meta.dirname, '..')
  const config = processConfig(uses)
  const desk = { ...config, dataDir: resolve(root, config.dataDir) }
  return {
    config: desk,
    pathOf: (file) => resolve(here, file),
    say,
    note,
    withDatabase: (work, options) => withDatabase(desk, work, options),
  }
}

async function withDatabase<T>(
  config: Desk['config'],
  work: (database: Database) => Promise<T>,
  { asItIs = false, untilEnded = false } = {},
): Promise<T> {
  const stopping = new AbortController()
  let opened: Database | null = null
  const stop = () => {
    stopping.abort()
    void opened?.stop().finally(() => process.exit(INTERRUPTED))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const forget = () => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
  try {
    opened = await reachDatabase(
      config,
      (message, fields) => note(fields ? `${message} ${JSON.stringify(fields)}` : message),
      stopping.signal,
    )
    stopping.signal.throwIfAborted()
    if (untilEnded) forget()
    if (!asItIs) await opened.migrate()
    return await work(opened)
  } catch (error) {
    if (!stopping.signal.aborted) throw error
    await opened?.stop()
    return process.exit(INTERRUPTED)
  } finally {
    forget()
    await opened?.stop()
  }
}

main(process.argv.slice(2)).then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    console.error(told(error))
    process.exitCode = 1
  },
)
