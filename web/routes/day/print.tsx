import { Printer } from 'lucide'
import { printLink } from '#contract/links.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { byRoom } from '#web/staff/day/by-room.ts'
import { isDate, todayOf } from '#web/staff/form/date.ts'
import { PersonSelect } from '#web/staff/form/person-select.tsx'
import { requirePerson } from '#web/staff/guard.ts'
import { toPhone } from '#web/staff/phone.server.ts'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field } from '#web/ui/form/field.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { Sheet } from './print/sheet.tsx'
import { toSheets } from './print/to-sheets.ts'
import type { Route } from './+types/print'

/** Nobody has another id: a mistyped address shows everybody. */
const MEMBER_ID = /^[a-z0-9][a-z0-9_-]{0,62}$/

export async function loader(args: Route.LoaderArgs) {
  const ctx = requirePerson(args)
  const { searchParams } = args.url
  const [typed, member] = [searchParams.get('date') ?? '', searchParams.get('member') ?? '']
  const date = isDate(typed) ? typed : todayOf(ctx)
  const phones = searchParams.has('phones')
  const rooms = searchParams.has('rooms')
  const printed = await ctx.call('printSchedule', {
    date,
    phones,
    ...(MEMBER_ID.test(member) ? { member } : {}),
  })
  const { members, days, printedAt, printedBy } = printed
  const shown = rooms && printed.rooms.length > 0 ? byRoom(printed) : printed
  return {
    title: `${ctx.t('dayPrint.title')} · ${ctx.brand.title}`,
    company: ctx.brand.companyname,
    date,
    member,
    phones,
    rooms: printed.rooms.length > 0 ? rooms : null,
    people: members.filter(({ open }) => open).map(({ id, name }) => ({ id, name })),
    sheets: toSheets({
      ...shown,
      visits: shown.visits.map(({ guest, ...visit }) => ({
        ...visit,
        guest: { ...guest, mobile: toPhone(ctx, guest.mobile)?.text ?? null },
      })),
    }),
    at: days[0]?.from ?? printedAt,
    printedAt,
    printedBy,
    text: ctx.messages(['dayPrint', 'staffDay', 'newVisit', 'staffAudit']),
  }
}

export const meta = privateMeta

/** The day on paper: one sheet a person. What is shown is noted in the log, since nobody takes paper back. */
export default function Print({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { fullDay, time } = useFormat()
  const { company, at, sheets, printedAt, printedBy } = loaderData
  const footer = t('dayPrint.footer', {
    name: printedBy,
    date: fullDay(printedAt),
    time: time(printedAt),
  })
  return (
    <StaffShell>
      <Page title={`${company}, ${fullDay(at)}`}>
        <div className="day-print grid gap-8">
          <Choices {...loaderData} />
          {sheets.map((sheet) => (
            <Sheet key={sheet.id} sheet={sheet} title={`${company}, ${fullDay(at)}`} footer={footer} />
          ))}
        </div>
      </Page>
    </StaffShell>
  )
}

type ChoicesProps = {
  date: string
  member: string
  phones: boolean
  /** Whether rooms are printed instead of people; null: there are none. */ rooms: boolean | null
  people: readonly { id: string; name: string }[]
}

/** What is printed, and the button that prints; without scripts the browser's own does. */
function Choices({ date, member, phones, rooms, people }: ChoicesProps) {
  const t = useText()
  const hydrated = useHydrated()
  return (
    <form method="get" action={printLink()} className="no-print flex flex-wrap items-end gap-4">
      <div className="w-48">
        <Field key={date} name="date" type="date" label={t('newVisit.date')} defaultValue={date} />
      </div>
      <div className="w-56">
        <PersonSelect
          key={member}
          name="member"
          label={t('newVisit.person')}
          people={people}
          nobody={t('staffAudit.everybody')}
          value={member}
        />
      </div>
      <Checkbox
        key={String(phones)}
        name="phones"
        value="1"
        label={t('dayPrint.phones')}
        defaultChecked={phones}
      />
      {rooms !== null && (
        <Checkbox
          key={`rooms ${rooms}`}
          name="rooms"
          value="1"
          label={t('dayPrint.rooms')}
          defaultChecked={rooms}
        />
      )}
      <Button tone="secondary">{t('staffAudit.show')}</Button>
      {hydrated ? (
        <Button type="button" onClick={() => window.print()}>
          <Icon of={Printer} size={20} />
          <span>{t('dayPrint.print')}</span>
        </Button>
      ) : (
        <p className="text-sm text-muted">{t('dayPrint.byBrowser')}</p>
      )}
    </form>
  )
}
