import { resetDemo } from '../demo/demo.ts'
import { secretOf } from '../launch/secret.ts'
import { CommandError, type Command } from './command.ts'

export const demoReset: Command = {
  name: ['demo', 'reset'],
  positionals: [],
  uses: ['secret'],
  summary: 'Reset the demo tenants to their seed data',
  details:
    'Deletes guests, visits and mail of aurora, fjord and the default tenant and seeds them again, with ' +
    'visits around\ntoday. Other tenants stay. Not available while the demo is off.',
  async run(context) {
    const { config } = context
    if (!config.demo)
      throw new CommandError(
        'The demo is off (DEMO=off, or DATABASE_URL is set): set DEMO=force to reset it.',
      )
    await context.withDatabase(({ ownerUrl, appUrl }) =>
      resetDemo({ ownerUrl, appUrl, secret: secretOf(config), now: Date.now() }),
    )
    context.printLine('The demo tenants are reset.')
  },
}
