import { Plus, Trash2 } from 'lucide'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Fold } from '#web/ui/fold.tsx'
import { useText } from '#web/ui/text.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, SelectField } from '#web/ui/form/field.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useTimeOfDay } from '#web/ui/time/clock.ts'
import { weekdayStyle } from '#web/ui/time/weekday-style.ts'
import { DateRangeFields } from './date-range.tsx'
import { emptyWindow, type WindowValues, type PreferenceValues } from './preference-values.ts'
import { MAX_WINDOWS } from '#domain/waitlist/window.ts'

export type PreferencePerson = { id: string; name: string; avatar: string | null }
type PreferenceProps = {
  values: PreferenceValues
  /** Error texts by the id of a field. */ errors: Record<string, string>
  /** None: the form does not ask for them. */ people: readonly PreferencePerson[]
  /** Dates: the days that can be chosen. */ days: { today: string; last: string }
}

/** The preferences of a waitlist entry: when, with whom, and under which conditions. */
export function PreferenceFields({ values, errors, people, days }: PreferenceProps) {
  return (
    <>
      <Windows windows={values.windows} errors={errors} days={days} />
      {people.length > 0 && <People people={people} chosen={values.teamMembers} error={errors.people} />}
      <Conditions values={values} errors={errors} days={days} />
    </>
  )
}

const Part = ({ legend, hint, children }: { legend: string; hint?: string; children: ReactNode }) => (
  <fieldset className="grid gap-4 border-t border-line pt-5 first-of-type:border-t-0 first-of-type:pt-0">
    <legend className="float-left mb-1 w-full text-xl font-medium">{legend}</legend>
    {hint && <p className="text-muted">{hint}</p>}
    {children}
  </fieldset>
)

type Numbered = { number: number; window: WindowValues }

/**
 * The windows, at least one. Adding and removing works on the page; without scripts the server answers with
 * one window more or less.
 */
function Windows({
  windows,
  errors,
  days,
}: Pick<PreferenceProps, 'errors' | 'days'> & { windows: readonly WindowValues[] }) {
  const t = useText()
  // Compared by content: loading the page's data again, as for a translation, keeps what was added.
  const given = JSON.stringify(windows)
  const [shown, setShown] = useState(() => ({ given, numbered: numberAll(windows) }))
  const list = useRef<HTMLUListElement>(null)
  const focusLast = useRef(false)
  // An answer of the server renumbers the windows.
  const numbered = shown.given === given ? shown.numbered : numberAll(windows)
  const update = (next: Numbered[]) => setShown({ given, numbered: next })
  useEffect(() => {
    if (focusLast.current)
      list.current?.lastElementChild?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus()
    focusLast.current = false
  }, [numbered])
  const add = () => {
    focusLast.current = true
    const next = Math.max(...numbered.map((one) => one.number)) + 1
    update([...numbered, { number: next, window: emptyWindow }])
  }
  return (
    <Part legend={t('preference.when')} hint={t('preference.whenHint')}>
      <ul ref={list} className="grid gap-4">
        {numbered.map(({ number, window }, index) => (
          <li key={number} className="grid gap-4 rounded border border-line p-4">
            <input type="hidden" name="window" value={number} />
            {numbered.length > 1 && (
              <div className="flex min-h-11 items-center justify-between gap-3">
                <h3 className="text-lg">{t('preference.window', { number: index + 1 })}</h3>
                <Button
                  type="submit"
                  name="intent"
                  value={`remove ${number}`}
                  formNoValidate
                  tone="quiet"
                  className="px-1!"
                  onClick={(event) => {
                    event.preventDefault()
                    update(numbered.filter((one) => one.number !== number))
                  }}
                >
                  <Icon of={Trash2} size={18} />
                  <span>{t('preference.removeWindow')}</span>
                  <span className="sr-only">{` ${t('preference.window', { number: index + 1 })}`}</span>
                </Button>
              </div>
            )}
            <WindowFields number={number} window={window} errors={errors} days={days} />
          </li>
        ))}
      </ul>
      {numbered.length < MAX_WINDOWS && (
        <Button
          type="submit"
          name="intent"
          value="add"
          formNoValidate
          tone="quiet"
          className="justify-self-start px-1!"
          onClick={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <Icon of={Plus} size={18} />
          <span>{t('preference.addWindow')}</span>
        </Button>
      )}
    </Part>
  )
}

const numberAll = (windows: readonly WindowValues[]): Numbered[] =>
  windows.map((window, number) => ({ number, window }))

type WindowProps = Pick<PreferenceProps, 'errors' | 'days'> & { number: number; window: WindowValues }

function WindowFields({ number, window, errors, days }: WindowProps) {
  const t = useText()
  const { dateLanguage, part } = useFormat()
  // 1 January 2024 is a Monday.
  const weekdays = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    day,
    short: part(Date.UTC(2024, 0, day), { timeZone: 'UTC', weekday: weekdayStyle(dateLanguage) }),
    long: part(Date.UTC(2024, 0, day), { timeZone: 'UTC', weekday: 'long' }),
  }))
  const weekdayError = errors[`weekdays-${number}`]
  return (
    <>
      <DateRangeFields number={number} range={window} min={days.today} max={days.last} errors={errors} />
      <fieldset
        id={`weekdays-${number}`}
        tabIndex={-1}
        className="grid gap-1.5 outline-none"
        aria-describedby={`weekdays-${number}-hint${weekdayError ? ` weekdays-${number}-error` : ''}`}
      >
        <legend className="float-left w-full font-medium">{t('preference.weekdays')}</legend>
        <div className="flex flex-wrap gap-0.5 sm:gap-1.5">
          {weekdays.map(({ day, short, long }) => (
            <label
              key={day}
              className={
                'grid min-h-11 grow basis-0 place-items-center rounded border border-control ' +
                'bg-surface sm:min-w-11 sm:grow-0 sm:basis-auto sm:px-1 ' +
                'text-sm has-checked:border-brand-line has-checked:bg-brand has-checked:text-on-brand ' +
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
              }
            >
              <input
                type="checkbox"
                name={`weekday-${number}`}
                value={day}
                defaultChecked={window.weekdays.includes(day)}
                aria-label={long}
                className="sr-only"
              />
              <span aria-hidden="true">{short}</span>
            </label>
          ))}
        </div>
        <p id={`weekdays-${number}-hint`} className="text-sm text-muted">
          {t('preference.weekdaysHint')}
        </p>
        {weekdayError && (
          <p id={`weekdays-${number}-error`} className="text-sm font-medium text-danger">
            {weekdayError}
          </p>
        )}
      </fieldset>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ClockField
          name={`earliest-${number}`}
          label={t('preference.earliest')}
          value={window.earliest}
          errors={errors}
        />
        <ClockField
          name={`latest-${number}`}
          label={t('preference.latest')}
          value={window.latest}
          errors={errors}
        />
      </div>
    </>
  )
}

const hours = Array.from({ length: 18 }, (_, index) => `${String(index + 6).padStart(2, '0')}:00`)

function ClockField({
  name,
  label,
  value,
  errors,
}: {
  name: string
  label: string
  value: string
  errors: Record<string, string>
}) {
  const t = useText()
  const timeOfDay = useTimeOfDay()
  const options = value && !hours.includes(value) ? [...hours, value].toSorted() : hours
  return (
    <SelectField name={name} label={label} error={errors[name]} defaultValue={value}>
      <option value="">{t('preference.anyTime')}</option>
      {options.map((clock) => (
        <option key={clock} value={clock}>
          {timeOfDay(clock)}
        </option>
      ))}
    </SelectField>
  )
}

function People({
  people,
  chosen,
  error,
}: {
  people: readonly PreferencePerson[]
  chosen: readonly string[]
  error: string | undefined
}) {
  const t = useText()
  return (
    <Part legend={t('preference.people')} hint={t('preference.peopleHint')}>
      {error && (
        <p id="people" tabIndex={-1} className="text-sm font-medium text-danger outline-none">
          {error}
        </p>
      )}
      <ul className="grid gap-2 sm:grid-cols-2">
        {people.map(({ id, name, avatar }) => (
          <li key={id}>
            <label className="flex min-h-14 items-center gap-3 rounded border border-control px-3 py-2 has-checked:border-brand-line has-checked:bg-brand-soft has-checked:text-on-brand-soft">
              <input
                type="checkbox"
                name="teamMember"
                value={id}
                defaultChecked={chosen.includes(id)}
                className="size-6 shrink-0 accent-brand-line"
              />
              <Avatar src={avatar} name={name} size={36} />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const notices = [30, 60, 120, 240, 720, 1440, 2880]

/** How much notice the guest needs, and how long they wait: open where something in it is wrong. */
function Conditions({ values, errors, days }: Pick<PreferenceProps, 'values' | 'errors' | 'days'>) {
  const t = useText()
  const own = Number(values.notice)
  const options =
    notices.includes(own) || !Number.isInteger(own) ? notices : [...notices, own].toSorted((a, b) => a - b)
  return (
    <Fold summary={t('preference.more')} open={errors.end !== undefined}>
      <div className="grid gap-5 border-t border-line p-4">
        <SelectField
          name="notice"
          label={t('preference.notice')}
          hint={t('preference.noticeHint')}
          defaultValue={values.notice}
        >
          {options.map((minutes) => (
            <option key={minutes} value={minutes}>
              {noticeText(t, minutes)}
            </option>
          ))}
        </SelectField>
        <Checkbox name="atNight" label={t('preference.atNight')} defaultChecked={values.atNight} />
        <Field
          type="date"
          name="end"
          label={t('preference.end')}
          hint={t('preference.endHint')}
          error={errors.end}
          defaultValue={values.end}
          min={days.today}
          max={days.last}
          required
        />
      </div>
    </Fold>
  )
}

/** `30 minutes`, `2 hours`, `1 day` */
export function noticeText(t: ReturnType<typeof useText>, minutes: number): string {
  if (minutes > 0 && minutes % 1440 === 0) return t('preference.days', { count: minutes / 1440 })
  if (minutes > 0 && minutes % 60 === 0) return t('preference.hours', { count: minutes / 60 })
  return t('preference.minutes', { count: minutes })
}
