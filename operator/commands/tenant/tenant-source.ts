import { dirname } from 'node:path'
import { localNow } from '#domain/opening-hours.ts'
import { findCutTexts } from '#contract/tenant-file/read-yaml.ts'
import { describeProblem, parseTenantFile, problemAt } from '#contract/tenant-file/tenant-file.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import {
  prepareArt,
  preparePages,
  type ArtPictures,
  type AssetSources,
  type PreparedPages,
} from '#server/content/prepare.ts'
import { currencyOfFile } from '#contract/tenant-file/file-currency.ts'
import { vippsCurrencies } from '#server/providers/payments/vipps-client.ts'
import { hoursOffGrid, nextSlot } from '#domain/availability/grid.ts'
import { minuteOfClock } from '#domain/zone.ts'
import { clockAt } from '#operator/command-line/describe.ts'
import { contentWarnings } from '#operator/page-folder/content-warnings.ts'
import { isProductHost } from '#server/tenant/host.ts'
import { artFinder } from '#server/http/static-files.ts'
import { findHolidays } from '#server/holiday/find-holidays.ts'
import { hoursWarnings } from '#operator/tenant-file/hours-warnings.ts'
import { salonHoursWarnings } from '#operator/tenant-file/salon-hours-warnings.ts'
import { missingPictures } from '#operator/tenant-file/missing-pictures.ts'
import { CommandError, type CommandContext } from '#operator/command-line/command.ts'
import { formatWarnings } from '../page/page.ts'

/** The tenant of a file. @throws CommandError with line and field of each error. */
export function readTenantFile(
  { config, resolvePath }: Pick<CommandContext, 'config' | 'resolvePath'>,
  yaml: string,
  name: string,
): TenantFile {
  const parsed = parseTenantFile(yaml, name)
  if (!parsed.ok) {
    const isReadable = parsed.problems.some(({ field }) => field !== 'file')
    const missing = isReadable ? missingPictures(yaml, dirname(resolvePath(name))) : []
    const problems = [
      ...parsed.problems,
      ...missing.map(({ path, message }) => problemAt(yaml, name, path, message)),
    ].toSorted((one, other) => one.line - other.line || one.column - other.column)
    throw new CommandError(problems.map(describeProblem).join('\n'))
  }
  const wrong = hostErrors(parsed.tenant, config)
  if (wrong.length > 0) throw refusal({ yaml, name }, wrong)
  return parsed.tenant
}

type FieldError = { path: (string | number)[]; message: string }

function hostErrors({ tenant }: TenantFile, config: CommandContext['config']): FieldError[] {
  const { vanityUrl, canonicalHost, firstpath } = tenant
  // Sign-in links lead to this host.
  const own =
    canonicalHost === vanityUrl ||
    config.domainSuffixes.some((suffix) => canonicalHost === `${firstpath}.${suffix}`)
  const errors: FieldError[] = []
  if (vanityUrl && isProductHost(vanityUrl, config))
    errors.push({ path: ['tenant', 'vanityUrl'], message: 'is a reserved host' })
  if (canonicalHost && !own && isProductHost(canonicalHost, config))
    errors.push({
      path: ['tenant', 'canonicalHost'],
      message: 'is a host of the product, and not that of this firstpath',
    })
  return errors
}

const refusal = ({ yaml, name }: { yaml: string; name: string }, errors: FieldError[]): CommandError =>
  new CommandError(
    errors.map(({ path, message }) => describeProblem(problemAt(yaml, name, path, message))).join('\n'),
  )

/** A shop whose currency the payment provider does not take; a command does not know whether there is one. */
function currencyWarnings(file: TenantFile): FieldError[] {
  const currency = currencyOfFile(file)
  if (!file.tenant.shop || vippsCurrencies.includes(currency)) return []
  const message = `${currency}: the payment provider takes ${vippsCurrencies.join(', ')}, so nothing can be paid in this shop`
  return [{ path: ['finance', 'currency'], message }]
}

/** Why the import refuses the public holidays of a file. */
async function holidayErrors({ tenant, holidays }: TenantFile, today: string): Promise<FieldError[]> {
  if (!holidays) return []
  const found = await findHolidays({ ...holidays, today, language: tenant.default.language })
  return found.ok ? [] : found.problems.map(({ path, message }) => ({ path: ['holidays', ...path], message }))
}

/**
 * Hours of a week, and of days from `today` on, that begin off the slot grid: the first visit begins later
 * than the person does.
 */
function gridWarnings(
  { booking, members }: Pick<TenantFile, 'booking' | 'members'>,
  today: string,
): FieldError[] {
  const { slotMinutes, grid, exceptions } = booking
  const warning = (path: FieldError['path'], next: number) => ({
    path: [...path, 'from'],
    message: `is not on the grid of ${slotMinutes} minutes: the first visit begins at ${clockAt(next)}`,
  })
  const ofWeek = hoursOffGrid(
    booking,
    members.map(({ active, hours }) => ({ hours: active ? hours : [] })),
    today,
  ).map(({ member, hours, next }) => warning(['members', member, 'hours', hours], next))
  // A grid that begins at the opening begins there on these days too.
  if (grid === 'opening') return ofWeek
  const days = [
    ...exceptions.map((one, index) => ({ ...one, path: ['booking', 'exceptions', index] })),
    ...members.flatMap(({ days: own = [] }, member) =>
      own.map((one, index) => ({ ...one, path: ['members', member, 'days', index] })),
    ),
  ]
  const ofDays = days.flatMap(({ date, hours, path }) =>
    date < today
      ? []
      : hours.flatMap(({ from }, index) => {
          const start = minuteOfClock(from)
          const next = nextSlot(start, slotMinutes)
          return next === start ? [] : [warning([...path, 'hours', index], next)]
        }),
  )
  return [...ofWeek, ...ofDays]
}

type Source = { file: TenantFile; yaml: string; name: string; path: string }
type Prepared = { file: TenantFile; art: ArtPictures; pages: PreparedPages | null }

/**
 * The file with its processed pictures; processing is too slow for the transaction. Prints warnings about its
 * content. @throws CommandError with all wrong pictures and links.
 */
export async function prepareFile(
  { config, printStatus }: CommandContext,
  { file, yaml, name, path }: Source,
  known: AssetSources['known'],
): Promise<Prepared> {
  const find = artFinder(config)
  const sources: AssetSources = {
    folder: dirname(path),
    art: (address) => find(file.tenant.id, address),
    known,
  }
  const art = await prepareArt(file, sources)
  const pages = await preparePages(file, sources)
  const today = localNow(file.tenant.timeZone, Date.now()).date
  const wrongHolidays = await holidayErrors(file, today)
  if (!art.ok || !pages.ok || wrongHolidays.length > 0)
    throw refusal({ yaml, name }, [
      ...[art, pages].flatMap((one) => (one.ok ? [] : one.errors)),
      ...wrongHolidays,
    ])
  const warnings = [
    ...findCutTexts(yaml),
    ...currencyWarnings(file),
    ...gridWarnings(file, today),
    ...hoursWarnings(file, today),
    ...salonHoursWarnings(file, today),
    ...(await contentWarnings(file.pages, sources)),
  ]
  if (warnings.length > 0)
    printStatus(
      formatWarnings(
        warnings.map(({ path: at, message }) => describeProblem(problemAt(yaml, name, at, message))),
      ),
    )
  return { file: art.file, art, pages: pages.prepared }
}
