import { ChevronLeft, ChevronRight } from 'lucide'
import { useEffect, useRef } from 'react'
import { absenceLink, dayLink, newVisitLink, printLink } from '#contract/links.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field, SelectField } from '#web/ui/form/field.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'
import { Heading } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import type { TextKey } from '#contract/text.ts'
import type { Day } from './load-day.server.ts'
import { dayWith } from './where.ts'

const viewTexts = {
  columns: 'staffDay.columns',
  rooms: 'staffDay.rooms',
  week: 'staffDay.week',
  list: 'staffDay.list',
} as const satisfies Record<Day['view'], TextKey>
const views = Object.keys(viewTexts) as Day['view'][]

/**
 * What is shown: day, view, person, colours. All of it is in the address. On a phone it takes three lines:
 * the date, what is done most, and people beside all choices.
 */
export function Toolbar({ day }: { day: Day }) {
  const t = useText()
  const { fullDay } = useFormat()
  const { before, after, today } = day.days
  const shownViews = views.filter((view) => view !== 'rooms' || day.rooms.length > 0)
  return (
    <div className="day-tools flex flex-wrap items-center gap-2">
      <div className="min-w-0 flex-1 md:basis-full">
        <Heading part={`${day.view} ${day.date}`}>
          {day.view === 'week' ? t('staffDay.weekOf', { date: fullDay(day.at) }) : fullDay(day.at)}
        </Heading>
      </div>
      <nav aria-label={t('staffDay.days')} className="no-print flex gap-1 md:gap-2">
        <ButtonLink
          id="day-before"
          to={dayWith(day, { date: before })}
          tone="secondary"
          className={narrow}
          aria-label={t(day.view === 'week' ? 'staffDay.weekBefore' : 'staffDay.dayBefore')}
        >
          <Icon of={ChevronLeft} size={20} />
        </ButtonLink>
        <ButtonLink
          id="day-today"
          to={dayWith(day, { date: today })}
          tone="secondary"
          className={narrow}
          aria-current={day.isToday ? 'date' : undefined}
        >
          {t('staffDay.today')}
        </ButtonLink>
        <ButtonLink
          id="day-after"
          to={dayWith(day, { date: after })}
          tone="secondary"
          className={narrow}
          aria-label={t(day.view === 'week' ? 'staffDay.weekAfter' : 'staffDay.dayAfter')}
        >
          <Icon of={ChevronRight} size={20} />
        </ButtonLink>
      </nav>
      <div className={`no-print flex items-center gap-2 max-md:basis-full ${line}`}>
        {day.may.book && (
          <ButtonLink
            id="new-visit"
            to={newVisitLink({ date: day.isToday ? undefined : day.date, member: day.chosen ?? undefined })}
            className={narrow}
          >
            {t('staffDay.newVisit')}
          </ButtonLink>
        )}
        <nav aria-label={t('staffDay.views')}>
          <ul className="flex rounded border border-control">
            {shownViews.map((view) => (
              <li key={view}>
                <Link
                  to={dayWith(day, { view: view === 'columns' ? undefined : view })}
                  aria-current={view === day.view ? 'true' : undefined}
                  className="flex min-h-11 items-center rounded px-3 whitespace-nowrap no-underline aria-[current=true]:bg-brand-soft aria-[current=true]:font-semibold aria-[current=true]:text-on-brand-soft"
                >
                  {t(viewTexts[view])}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="no-print flex gap-2 max-md:hidden">
        <Further day={day} />
      </div>
      <Choices day={day} />
      <People day={day} />
    </div>
  )
}

/** Of a button that is beside others on a phone. */
const narrow = 'max-md:px-3 whitespace-nowrap'
/** One line on a phone, which a finger moves where it is too long; the focus has its outline within. */
const line = 'max-md:-m-1 max-md:overflow-x-auto max-md:p-1'

/** What is done less often: on a phone it stands with the choices. */
function Further({ day }: { day: Day }) {
  const t = useText()
  const of = { date: day.date, member: day.chosen ?? undefined }
  return (
    <>
      {day.may.block && (
        <ButtonLink to={absenceLink(of)} tone="secondary">
          {t('staffDay.absences')}
        </ButtonLink>
      )}
      <ButtonLink data-print to={printLink(of)} tone="secondary">
        {t('staffDay.print')}
      </ButtonLink>
    </>
  )
}

/** Whose week it is, or whom a phone's screen shows. */
function People({ day }: { day: Day }) {
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  // Who is shown is in view where all of them are not.
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (list.current && current) {
      const { left, width } = list.current.getBoundingClientRect()
      list.current.scrollLeft += current.left - left - (width - current.width) / 2
    }
  }, [day.who])
  if (day.members.length < 2 || day.view === 'list' || day.view === 'rooms') return null
  return (
    <nav
      aria-label={t('staffDay.people')}
      className={`no-print max-md:min-w-0 max-md:flex-1 md:basis-full ${day.view === 'columns' ? 'md:hidden' : ''}`}
    >
      <ul ref={list} className={`flex gap-1 md:flex-wrap ${line}`}>
        {day.members.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={dayWith(day, { who: id })}
              aria-current={id === day.who ? 'true' : undefined}
              preventScrollReset
              className="flex min-h-11 items-center rounded border border-transparent px-3 no-underline max-md:whitespace-nowrap aria-[current=true]:border-brand-line aria-[current=true]:bg-brand-soft aria-[current=true]:text-on-brand-soft"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const colourTexts = {
  state: 'staffDay.byState',
  person: 'staffDay.byPerson',
  kind: 'staffDay.byKind',
} as const satisfies Record<Day['colour'], TextKey>
const colours = Object.keys(colourTexts) as Day['colour'][]

function Choices({ day }: { day: Day }) {
  const t = useText()
  return (
    <Fold summary={t('staffDay.choose')} compact className="no-print rounded border border-line open:w-full">
      <div className="flex flex-wrap gap-2 px-4 pb-4 md:hidden">
        <Further day={day} />
      </div>
      <form method="get" action={dayLink()} className="flex flex-wrap items-end gap-3 px-4 pb-4">
        {day.view !== 'columns' && <input type="hidden" name="view" value={day.view} />}
        {day.tray && <input type="hidden" name="move" value={day.tray.id} />}
        <div className="w-44">
          <Field key={day.date} name="date" type="date" label={t('staffDay.date')} defaultValue={day.date} />
        </div>
        <div className={`w-52 ${day.view === 'rooms' ? 'hidden' : ''}`}>
          <SelectField
            key={`${day.view} ${day.who} ${day.chosen}`}
            name="who"
            label={t('staffDay.who')}
            defaultValue={(day.view === 'list' ? day.chosen : day.who) ?? ''}
          >
            {day.view === 'list' && <option value="">{t('staffDay.everybody')}</option>}
            {day.members.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="w-52">
          <SelectField key={day.colour} name="colour" label={t('staffDay.colour')} defaultValue={day.colour}>
            {colours.map((colour) => (
              <option key={colour} value={colour}>
                {t(colourTexts[colour])}
              </option>
            ))}
          </SelectField>
        </div>
        <Button tone="secondary">{t('staffDay.show')}</Button>
      </form>
    </Fold>
  )
}
