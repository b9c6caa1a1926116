import { computeTrace } from '#server/logging/trace.ts'
import { loadSecret } from '../launch/secret.ts'
import type { Command } from '../command-line/command.ts'

export const trace: Command = {
  name: ['trace'],
  positionals: [],
  options: { '--tenant': 'ID', '--guest': 'EMAIL' },
  summary: 'Print the pseudonym of an e-mail address or number in the log',
  uses: ['secret'],
  details: `\
The log contains no addresses: the line of a failed sign-in has this keyed hash as "guest". Write a number as
in +4520123456. The hash depends on the secret of the settings.`,
  async run({ printLine, config }, _, { '--tenant': tenant = '', '--guest': typed = '' }) {
    printLine(computeTrace(loadSecret(config), tenant, typed))
  },
}
