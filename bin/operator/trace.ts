import { traceOf } from '#server/identity/trace.ts'
import { secretOf } from '../secret.ts'
import type { Command } from './command.ts'

export const trace: Command = {
  words: ['trace'],
  takes: [],
  options: { '--tenant': 'ID', '--guest': 'ADDRESS' },
  summary: 'print what the log calls an address or a number',
  uses: ['secret'],
  details: `The log never holds an address. Where a sign-in has failed its line has this instead, as "guest"; a number is given as it is
kept, +4520123456. It changes with the secret of the settings.`,
  async run({ say, config }, _, { '--tenant': tenant = '', '--guest': typed = '' }) {
    say(traceOf(secretOf(config), tenant, typed))
  },
}
