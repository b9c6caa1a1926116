import type { Concern, Config } from '#server/config.ts'
import type { Database } from '../database.ts'

/** What a command works with. `say` writes its result, `note` what is only for the eyes. */
export type Desk = {
  config: Config
  /** The file that the caller means, as an absolute path. */
  pathOf(file: string): string
  say(text: string): void
  note(text: string): void
  /** Opens the database for as long as the work takes; `asItIs` leaves its schema alone, work `untilEnded` hears of Ctrl-C itself. */
  withDatabase<T>(
    work: (database: Database) => Promise<T>,
    options?: { asItIs?: boolean; untilEnded?: boolean },
  ): Promise<T>
}

/** One command: `words` begin the line, as many arguments follow as `takes` allows. */
export type Command = {
  words: string[]
  /** The arguments by name; those in brackets may be left out. */
  takes: string[]
  /** What it takes by name, each with a word for its value; those in brackets may be left out, and so may those without a value (''). */
  options?: Record<string, string>
  /** What it does besides reaching the database: only those settings are asked for. */
  uses?: Concern[]
  summary: string
  details: string
  /** Throws Refusal with a sentence where it cannot be done. */
  run(desk: Desk, args: string[], options: Record<string, string>): Promise<void>
}

/** An expected failure: the sentence is all that the operator needs. */
export class Refusal extends Error {}

/** Puts an argument that must be there into a command's hands. */
export function required(value: string | undefined): string {
  if (value === undefined) throw new Error('an argument is missing that was counted')
  return value
}
