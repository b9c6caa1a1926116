import type { Readable } from 'node:stream'
import type { Concern, Config } from '#server/config/config.ts'
import type { Database } from '../launch/database.ts'

/** Where a command reads from: a terminal asks, anything else has the lines ready. */
export type CommandInput = Readable & { isTTY?: boolean }

/** The context of a command. `printLine` writes results to stdout, `printStatus` messages to stderr. */
export type CommandContext = {
  config: Config
  /** The absolute path of a file named on the command line. */
  resolvePath(file: string): string
  printLine(text: string): void
  printStatus(text: string): void
  /** Standard input. */
  input: CommandInput
  /** Asks the operator, on a terminal only; rejects once the input ends. */
  ask?(question: string): Promise<string>
  /** Opens the database for `work`; `handlesSignals`: `work` handles Ctrl-C itself. */
  withDatabase<T>(
    work: (database: Database) => Promise<T>,
    options?: { withoutMigrations?: boolean; handlesSignals?: boolean },
  ): Promise<T>
}

/** One command: `name` is its path on the command line, followed by its positional arguments. */
export type Command = {
  name: string[]
  /** The names of positional arguments; those in brackets are optional. */
  positionals: string[]
  /**
   * The options, each with a name for its value ('' for a flag); those in brackets, and flags, are optional.
   */
  options?: Record<string, string>
  /** Further needs beyond the database: only the settings of these concerns are required. */
  uses?: Concern[]
  summary: string
  details: string
  /** @throws CommandError with a message that says what to do. */
  run(context: CommandContext, args: string[], options: Record<string, string>): Promise<void>
}

/** An expected failure, reported by its message only. */
export class CommandError extends Error {}

/** The tenant does not exist. `place`: the database that was searched. */
export class UnknownTenant extends CommandError {
  readonly id: string
  constructor(id: string, place?: string) {
    super(`Tenant ${id} not found${place ? ` ${place}` : ''}: see bin/stamgast tenant list.`)
    this.id = id
  }
}

/** Runs the work of a command in a database, which the error of an unknown tenant then names. */
export const workIn = <T>(database: Database, work: (database: Database) => Promise<T>): Promise<T> =>
  work(database).catch((error: unknown) => {
    throw error instanceof UnknownTenant ? new UnknownTenant(error.id, database.place) : error
  })

/** Returns a positional argument that parsing has already required. */
export function required(value: string | undefined): string {
  if (value === undefined) throw new Error('a required argument is missing')
  return value
}
