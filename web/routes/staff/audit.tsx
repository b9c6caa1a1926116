import { absenceTexts } from '#contract/absence-texts.ts'
import type { Output } from '#contract/calls.ts'
import { auditLink } from '#contract/links.ts'
import { absenceKinds } from '#domain/availability/absence.ts'
import { rights, scopesOf, type Right, type Role } from '#domain/staff/rights.ts'
import { nullOrFirstPage } from '#web/request/call-errors.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { ConfirmAccess } from '#web/staff/confirm-access.tsx'
import { fullWhenText, guestText } from '#web/staff/day/visit-words.ts'
import { requirePerson, shutPage } from '#web/staff/guard.ts'
import { logWords } from '#web/staff/log-words.ts'
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
      'staffDay',
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
  const format = useFormat()
  const subjectOf = ({ subject, visit }: Row) =>
    [
      ...(subject ? [logWords(subject, format.part)] : []),
      ...(visit ? [guestText(t, visit), fullWhenText(format, visit.start)] : []),
    ].join(' · ')
  return (
    <ol className="divide-y divide-line rounded-xl border border-line bg-surface">
      {rows.map((row) => (
        <li key={row.id} className="grid gap-1 p-4">
          <span className="font-medium wrap-anywhere">
            {[t(auditedTexts[row.what]), subjectOf(row)].filter(Boolean).join(': ')}
          </span>
          <span className="text-sm text-muted wrap-anywhere">
            {[
              fullWhenText(format, row.at),
              row.actor ?? t('staffAudit.commandLine'),
              ...(row.method ? [t(methodTexts[row.method])] : []),
              ...(row.device ? [row.device] : []),
            ].join(' · ')}
          </span>
          <Change row={row} />
        </li>
      ))}
    </ol>
  )
}

/** What was before and is now, of what differs; the start of a visit that is named is said with it. */
function Change({ row: { before, after, visit } }: { row: Row }) {
  const valueText = useValueText()
  const said = ['sessions', ...(visit ? ['start'] : [])]
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !said.includes(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
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

/** A value of the log as people read it. */
type Value = NonNullable<Row['after']>[string]

function useValueText() {
  const t = useText()
  const format = useFormat()
  const isRight = (name: string): name is Right => rights.some((right) => right === name)
  const scopeText = (right: Right, given: unknown) => {
    const scope = scopesOf[right].scopes.find((one) => one === given) ?? 'none'
    return `${t(rightTexts[right])}: ${t(scopeTexts[scope])}`
  }
  return (name: string, value: Value | undefined): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (name === 'role') return t(roleTexts[value as Role])
    if (name === 'start') return fullWhenText(format, Number(value))
    const kind = name === 'kind' ? absenceKinds.find((one) => one === value) : undefined
    if (kind) return t(absenceTexts[kind])
    if (typeof value !== 'object') return logWords(String(value), format.part)
    const switched = Object.entries(value).filter(([right]) => isRight(right))
    return switched.map(([right, scope]) => scopeText(right as Right, scope)).join(', ') || '–'
  }
}
