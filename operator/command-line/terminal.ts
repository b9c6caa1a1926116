import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { CommandError, type CommandContext } from './command.ts'

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
