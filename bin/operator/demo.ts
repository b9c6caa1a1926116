import { resetDemo } from '#server/demo.ts'
import { secretOf } from '../secret.ts'
import { Refusal, type Command } from './command.ts'

export const demoReset: Command = {
  words: ['demo', 'reset'],
  takes: [],
  uses: ['secret'],
  summary: 'put the demo tenants back to how they began',
  details:
    'Guests, visits and mail of aurora, fjord and the default tenant are forgotten and made anew, with visits around\ntoday. Other tenants are not touched. Refused while the demo is off.',
  async run(desk) {
    const { config } = desk
    if (!config.demo)
      throw new Refusal('The demo is off (DEMO=off, or DATABASE_URL is set): there is nothing to reset.')
    await desk.withDatabase(({ ownerUrl, appUrl }) =>
      resetDemo({ ownerUrl, appUrl, secret: secretOf(config), now: Date.now() }),
    )
    desk.say('The demo is as it began.')
  },
}
