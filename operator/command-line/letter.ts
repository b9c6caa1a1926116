import { loadTexts } from '#server/context/load-texts.ts'
import type { LetterContext } from '#server/mail/mail-context.ts'
import type { TenantRow } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import type { CommandContext } from './command.ts'

/** What writing mails of a tenant needs, in a command. */
export function letterContext(
  { config }: Pick<CommandContext, 'config'>,
  row: NonNullable<TenantRow>,
  jobs: LetterContext['deps']['jobs'],
): LetterContext {
  const { locales, translate: text } = loadTexts()
  return { tenant: tenantFrom(row, config), deps: { config, locales, text, now: () => Date.now(), jobs } }
}
