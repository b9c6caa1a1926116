import { CommandError } from './command.ts'

/** The port of `--port`, else the usual one. @throws CommandError */
export function parsePort(given: string | undefined, usual: number): number {
  if (given === undefined) return usual
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535)
    throw new CommandError('--port must be an integer from 0 to 65535.')
  return Number(given)
}
