import type { Output } from '#contract/calls.ts'
import { auditLink } from '#contract/links.ts'
import { rights, scopesOf, type Right, type Role } from '#domain/staff/rights.ts'
import { nullOrFirstPage } from '#web/request/call-errors.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { ConfirmAccess } from '#web/staff/confirm-access.tsx'
import { requirePerson, shutPage } from '#web/staff/guard.ts'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { auditedTexts, methodTexts, rightTexts, roleTexts, scopeTexts } from '#web/staff/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/field.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Empty, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Route } from './+types/audit'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requirePerson(args)
  const { searchParams } = args.url
  const [staffId, before] = [searchParams.get('staff') || undefined, searchParams.get('before') ?? undefined]
  return {
    title: `${ctx.t('staffShell.audit')} · ${ctx.brand.title}`,
    staffId: staffId ?? '',
    isFirst: before === undefined,
    audit: await ctx.call('listAudit', { staffId, before }).catch(nullIfWrongPlace).catch(shutPage),
    text: ctx.messages([
      'staffAudit',
      'staffAudited',
      'staffMethod',
      'staffRole',
      'staffRight',
      'staffScope',
      'login',
    ]),
  }
}

/** A mistyped address leads to the first page. */
const nullIfWrongPlace = async (error: unknown): Promise<null> => {
  if (error instanceof Error && 'code' in error && error.code === 'request/invalid')
    return nullOrFirstPage(auditLink())(error)
  throw error
}

export const meta = privateMeta

/** Who did what. */
export default function Audit({ loaderData: { audit, staffId, isFirst } }: Route.ComponentProps) {
  const t = useText()
  if (!audit) return null
  return (
    <StaffShell>
      <Page title={t('staffShell.audit')} lead={t('staffAudit.lead')}>
        {'shut' in audit ? (
          <ConfirmAccess shut={audit.shut} />
        ) : (
          <div className="grid gap-6">
            <Filter people={audit.people} staffId={staffId} />
            {audit.documents.length === 0 ? (
              <Empty>{t('staffAudit.none')}</Empty>
            ) : (
              <Rows rows={audit.documents} />
            )}
            <div className="flex flex-wrap gap-3">
              {!isFirst && (
                <ButtonLink to={auditLink({ staff: staffId })} tone="secondary">
                  {t('staffAudit.newest')}
                </ButtonLink>
              )}
              {audit.next && (
                <ButtonLink to={auditLink({ staff: staffId, before: audit.next })} tone="secondary">
                  {t('staffAudit.older')}
                </ButtonLink>
              )}
            </div>
          </div>
        )}
      </Page>
    </StaffShell>
  )
}

function Filter({ people, staffId }: { people: Output<'listAudit'>['people']; staffId: string }) {
  const t = useText()
  return (
    <form method="get" action={auditLink()} className="flex flex-wrap items-end gap-3">
      <SelectField name="staff" label={t('staffAudit.who')} defaultValue={staffId}>
        <option value="">{t('staffAudit.everybody')}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button tone="secondary">{t('staffAudit.show')}</Button>
    </form>
  )
}

type Row = Output<'listAudit'>['documents'][number]

function Rows({ rows }: { rows: Row[] }) {
  const t = useText()
  const { fullDay, time } = useFormat()
  const timeWords = useTimeWords()
  return (
    <ol className="divide-y divide-line rounded-xl border border-line bg-surface">
      {rows.map((row) => (
        <li key={row.id} className="grid gap-1 p-4">
          <span className="font-medium wrap-anywhere">
            {[t(auditedTexts[row.what]), ...(row.subject ? [timeWords(row.subject)] : [])].join(': ')}
          </span>
          <span className="text-sm text-muted wrap-anywhere">
            {[
              `${fullDay(row.at)} ${time(row.at)}`,
              row.actor ?? t('staffAudit.commandLine'),
              ...(row.method ? [t(methodTexts[row.method])] : []),
              ...(row.device ? [row.device] : []),
            ].join(' · ')}
          </span>
          <Change before={row.before} after={row.after} />
        </li>
      ))}
    </ol>
  )
}

/** What was before and is now, of what differs. */
function Change({ before, after }: Pick<Row, 'before' | 'after'>) {
  const valueText = useValueText()
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => name !== 'sessions' && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  if (names.length === 0) return null
  return (
    <ul className="text-sm">
      {names.map((name) => (
        <li key={name} className="wrap-anywhere">
          {before && after
            ? `${valueText(name, before[name])} → ${valueText(name, after[name])}`
            : valueText(name, (after ?? before)?.[name])}
        </li>
      ))}
    </ul>
  )
}

/** The dates and times of the salon's clock in a text of the log, as people read them. */
function useTimeWords() {
  const { part } = useFormat()
  const at = (date: string, options: Intl.DateTimeFormatOptions) =>
    part(Date.parse(date), { ...options, timeZone: 'UTC' })
  return (text: string): string =>
    text.replaceAll(/(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/g, (_, date: string, clock?: string) => {
      const day = at(`${date}T12:00Z`, { day: 'numeric', month: 'long', year: 'numeric' })
      const time = clock && at(`${date}T${clock}Z`, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
      return time ? `${day} ${time}` : day
    })
}

/** A value of the log as people read it. */
type Value = NonNullable<Row['after']>[string]

function useValueText() {
  const t = useText()
  const timeWords = useTimeWords()
  const isRight = (name: string): name is Right => rights.some((right) => right === name)
  const scopeText = (right: Right, given: unknown) => {
    const scope = scopesOf[right].scopes.find((one) => one === given) ?? 'none'
    return `${t(rightTexts[right])}: ${t(scopeTexts[scope])}`
  }
  return (name: string, value: Value | undefined): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (name === 'role') return t(roleTexts[value as Role])
    if (typeof value !== 'object') return timeWords(String(value))
    const switched = Object.entries(value).filter(([right]) => isRight(right))
    return switched.map(([right, scope]) => scopeText(right as Right, scope)).join(', ') || '–'
  }
}
