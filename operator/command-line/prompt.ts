import { createInterface } from 'node:readline/promises'
import { Writable, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { CommandError, type CommandInput, type CommandContext } from './command.ts'

/** A value to be read. `secret`: it is not shown while it is typed. */
type Field<K extends string> = { name: K; secret?: true }

/**
 * Reads one value for each field: from lines `name=value`, or asked for one by one on a terminal. Blanks
 * around values, empty lines and lines that begin with # are ignored.
 * @throws CommandError that names what is missing or unknown, and for an interrupted question.
 */
export async function readFields<K extends string>(
  input: CommandInput,
  fields: readonly Field<K>[],
  prompts: NodeJS.WritableStream = process.stderr,
): Promise<Record<K, string>> {
  const names = fields.map(({ name }) => name)
  const values = input.isTTY ? await ask(input, fields, prompts) : parseLines(await text(input), names)
  const missing = names.filter((name) => !values.get(name))
  if (missing.length > 0)
    throw new CommandError(`Standard input has no ${missing.join(', ')}: write one line name=value for each.`)
  return Object.fromEntries(values) as Record<K, string>
}

function parseLines(lines: string, names: readonly string[]): Map<string, string> {
  const values = new Map<string, string>()
  for (const line of lines.split(/\r?\n/)) {
    if (/^\s*(#|$)/.test(line)) continue
    const [, name = '', value = ''] = /^\s*([a-z_]+)\s*=(.*)$/.exec(line) ?? []
    // A line that is no pair may be a secret, so it is not repeated.
    if (!names.includes(name) || values.has(name))
      throw new CommandError(`Standard input must have the lines ${names.join('=…, ')}=…, each once.`)
    values.set(name, value.trim())
  }
  return values
}

async function ask(
  input: Readable,
  fields: readonly Field<string>[],
  prompts: NodeJS.WritableStream,
): Promise<Map<string, string>> {
  let hidden = false
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!hidden) prompts.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input, output, terminal: true })
  // Ctrl-C and Ctrl-D close it, and its question would never be answered.
  const closed = new AbortController()
  terminal.once('close', () => closed.abort())
  const { signal } = closed
  const values = new Map<string, string>()
  try {
    for (const { name, secret } of fields) {
      // Hidden before the question, so its prompt is written here.
      hidden = secret === true
      if (hidden) prompts.write(`${name}: `)
      values.set(name, (await terminal.question(`${name}: `, { signal })).trim())
      if (hidden) prompts.write('\n')
      hidden = false
    }
  } catch (error) {
    throw signal.aborted ? new CommandError('Interrupted.') : error
  } finally {
    terminal.close()
  }
  return values
}

/** Asks on the terminal; undefined where the input is none. The question goes to stderr. */
export const terminalAsk = (): CommandContext['ask'] =>
  process.stdin.isTTY
    ? async (question) => {
        const lines = createInterface({ input: process.stdin, output: process.stderr })
        try {
          const ended = once(lines, 'close').then(() => Promise.reject(new Error('the input ended')))
          return await Promise.race([lines.question(question), ended])
        } catch {
          // Ctrl-C and Ctrl-D give no answer.
          throw new CommandError('Nothing was written.')
        } finally {
          lines.close()
        }
      }
    : undefined
