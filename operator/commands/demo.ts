import { resetDemo, salons } from '../demo/demo.ts'
import { playDay } from '../demo/play.ts'
import { loadSecret } from '../launch/secret.ts'
import { CommandError, type Command } from '../command-line/command.ts'
import { progress } from '../command-line/progress.ts'

export const demoReset: Command = {
  name: ['demo', 'reset'],
  positionals: [],
  uses: ['secret'],
  summary: 'Reset the demo tenants to their seed data',
  details:
    'Deletes guests, visits and mail of aurora, fjord, linde and the default tenant and seeds them again, ' +
    'with visits\naround today. Other tenants stay. Not available while the demo is off.',
  async run(context) {
    const { config } = context
    if (!config.demo)
      throw new CommandError(
        'The demo is off (DEMO=off, or DATABASE_URL is set): set DEMO=force to reset it.',
      )
    await context.withDatabase(({ ownerUrl, appUrl }) =>
      resetDemo({ ownerUrl, appUrl, secret: loadSecret(config), now: Date.now() }),
    )
    context.printLine('The demo tenants are reset.')
  },
}

const MAX_SECONDS = 3_600

export const demoPlay: Command = {
  name: ['demo', 'play'],
  positionals: [],
  options: { '--seconds': '[N]' },
  uses: ['secret', 'mail', 'sms', 'push'],
  summary: 'Play a day at the demo tenants',
  details: `\
Guests book, join the waitlist, cancel, are offered times, accept and decline, and move their visits; the salon
moves visits, gives one to another person, and cancels one. It takes N seconds (default 60, at most ${MAX_SECONDS}; 0 is
at once), and open pages show it as it happens. Freja gets a change to answer. Not available while the demo is
off.`,
  async run(context, _, { '--seconds': seconds = '60' }) {
    const { config } = context
    if (!config.demo)
      throw new CommandError('The demo is off (DEMO=off, or DATABASE_URL is set): set DEMO=force to play it.')
    if (!/^\d{1,4}$/.test(seconds) || Number(seconds) > MAX_SECONDS)
      throw new CommandError(`--seconds must be an integer from 0 to ${MAX_SECONDS}.`)
    const shown = progress('demo play', process.stderr)
    await context
      .withDatabase(({ appUrl, directUrl }) =>
        playDay({
          config,
          appUrl,
          directUrl,
          secret: loadSecret(config),
          tenants: salons,
          seconds: Number(seconds),
          onStep(tenant, text, share) {
            shown.end()
            context.printLine(`${tenant}: ${text}`)
            shown.onProgress(share)
          },
        }),
      )
      .finally(shown.end)
    context.printLine('The day is over.')
  },
}
